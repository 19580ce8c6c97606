import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { root } from '../root.js';

/**
 * A registry on this machine for tests that install as users do. It serves the packages that are installed here and our tarballs, so no
 * test needs a network.
 */
export interface LocalRegistry {
  readonly url: string;
  readonly server: Server;
}

/** The versions of one package: folders that are installed here, or the tarball that would be published. */
type Versions = Map<string, { readonly manifest: object; readonly tarball: () => Buffer }>;

/** Starts the registry. `tarballs` are files by the names of their packages. */
export async function startRegistry(tarballs: Readonly<Record<string, string>>): Promise<LocalRegistry> {
  const packages = installedPackages();
  for (const [name, file] of Object.entries(tarballs)) {
    const manifest = JSON.parse(
      execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8', maxBuffer: 1 << 20 }),
    );
    packages.set(name, new Map([[manifest.version, { manifest, tarball: () => readFileSync(file) }]]));
  }
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const versions = packages.get(name);
    if (versions === undefined) return void response.writeHead(404).end('{}');
    if (version !== undefined) return void response.end(versions.get(version)?.tarball());
    const url = `http://${request.headers.host}/${encodeURIComponent(name)}/-/`;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(describe(name, versions, url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The registry has no port');
  return { url: `http://127.0.0.1:${address.port}/`, server };
}

/** Describes a package as registries do. */
function describe(name: string, versions: Versions, url: string): object {
  const described = [...versions].map(([version, { manifest }]) => [
    version,
    { ...manifest, dist: { tarball: `${url}${version}` } },
  ]);
  const [latest] = [...versions.keys()].slice(-1);
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(described) };
}

/** Returns the packages in `node_modules`, wherever npm has put them. */
function installedPackages(): Map<string, Versions> {
  const lock = JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'));
  const packages = new Map<string, Versions>();
  // The version that most others share lies highest in `node_modules`, so it comes last here and is the latest.
  const places = Object.keys(lock.packages).sort((a, b) => b.length - a.length);
  for (const place of places.filter((folder) => folder.includes('node_modules/') && !lock.packages[folder].link)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const folder = path.join(root, place);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const versions: Versions = packages.get(name) ?? new Map();
    packages.set(name, versions.set(manifest.version, { manifest, tarball: () => pack(folder) }));
  }
  return packages;
}

function pack(folder: string): Buffer {
  const args = ['-czf', '-', '--exclude', 'node_modules', '-C', path.dirname(folder), path.basename(folder)];
  return execFileSync('tar', args, { maxBuffer: 1 << 30 });
}
