/**
 * Shows an example of `docs/embedding/examples` or `docs/layers/examples` on an origin of its own:
 *
 *   node scripts/example.mjs docs/embedding/examples/element.html --token SECRET [--server URL] [--port 8000]
 *
 * The server's EMBED_ORIGINS and the embed name that origin, which is printed. SECRET may be the whole address that
 * `overlook share embed` prints. Libraries of an example (deck.gl, MapLibre, React) are built when it needs them.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './pnpm.mjs';
import { buildHosts } from './prepare.mjs';
import { underSupportedNode } from './supported-node.mjs';

await underSupportedNode();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    token: { type: 'string' },
    server: { type: 'string', default: 'http://127.0.0.1:4500' },
    port: { type: 'string', default: '8000' },
  },
});
const [example] = positionals;
if (!example || !values.token || !existsSync(example)) {
  console.error('Usage: node scripts/example.mjs FILE.html --token SECRET [--server URL] [--port 8000]');
  process.exit(1);
}

/** Read anew for each request, so that a change is seen by a reload. */
const page = () =>
  readFileSync(example, 'utf8')
    .replaceAll('{{OVERLOOK}}', values.server)
    .replaceAll('{{TOKEN}}', values.token.split('/').at(-1));
if (page().includes('/libraries/')) await buildHosts();

const BUILT = join(ROOT, 'e2e/hosts/dist');
const requireFromHosts = createRequire(join(ROOT, 'e2e/package.json'));

/** The file of a library of the page; null for another address. */
function libraryFile(path) {
  const name = /^\/libraries\/([\w./-]+\.m?js)$/.exec(path)?.[1];
  if (!name || normalize(name).startsWith('..')) return null;
  const maplibre = join(requireFromHosts.resolve('maplibre-gl/package.json'), '../dist', name);
  return [join(BUILT, name), maplibre].find((file) => existsSync(file)) ?? null;
}

const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, 'http://page');
  const library = libraryFile(pathname);
  if (library) {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    createReadStream(library).pipe(response);
    return;
  }
  if (pathname !== '/') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page());
});
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
