import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.wasm']);
/** Below this a compressed file saves less than its headers cost. */
const SMALLEST_BYTES = 1024;
/** A compressed neighbour must save at least this share of the file. */
const LEAST_SAVING = 0.1;

/** Of a build for tests: a twelfth of the time, an eighth more bytes. */
const QUICK_QUALITY = 9;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes `<file>.br` and `<file>.gz` beside every built file that they make smaller; the server chooses by
 * Accept-Encoding. `PRECOMPRESS=quick` in the environment compresses less. With `isAddition` only beside files that this
 * build adds to the folder.
 */
export function precompress({ isAddition = false } = {}): Plugin {
  let outDir = '';
  const written = new Set<string>();
  return {
    name: 'overlook:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) written.add(join(outDir, file));
    },
    async closeBundle() {
      // A build that failed has written nothing; an error here would hide its own.
      if (written.size === 0) return;
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        const file = join(entry.parentPath, entry.name);
        const isOwn = !isAddition || written.has(file);
        if (isOwn && entry.isFile() && COMPRESSIBLE.has(extname(entry.name))) await compressFile(file);
      }
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]:
      process.env['PRECOMPRESS'] === 'quick' ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const variants = [
    { suffix: '.br', body: await brotli(bytes, { params }) },
    { suffix: '.gz', body: await deflate(bytes, { level: constants.Z_BEST_COMPRESSION }) },
  ];
  for (const { suffix, body } of variants) {
    if (body.length < bytes.length * (1 - LEAST_SAVING)) await writeFile(path + suffix, body);
  }
}
