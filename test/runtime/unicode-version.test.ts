import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unicodeVersion } from '../../codegen/4-emit/expressions/maps-case.js';
import { checkUnicodeVersion } from '../../runtime/unicode-version.js';

describe('the Unicode version of case mapping', () => {
  afterEach(() => vi.restoreAllMocks());

  it('causes one warning if Node has another', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    checkUnicodeVersion('shout', '17.0', '17.0');
    expect(warn).not.toHaveBeenCalled();
    checkUnicodeVersion('shout', '17.0', '15.1');
    checkUnicodeVersion('whisper', '17.0', '15.1');
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(/of shout follow Unicode 17\.0 .* this Node has Unicode 15\.1/);
  });

  it('is that of the tables', () => {
    const header = new URL('../../native/include/rowfuse/string/case/case_tables.hpp', import.meta.url);
    expect(readFileSync(header, 'utf8')).toContain(`unicode_version = "${unicodeVersion}"`);
  });
});
