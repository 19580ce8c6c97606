import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves a folder at a free port of this machine, as a host of static files does. */
export function serve(folder: string): Promise<{ url: string; server: Server }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = path.join(folder, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    try {
      const content = await readFile(file);
      response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('The server has no port');
      resolve({ url: `http://127.0.0.1:${address.port}`, server });
    });
  });
}
