import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Modules of the decoders come from these packages (web/engine/vite/engine-assets.ts); their modules have no path. */
const OF_DECODERS: Readonly<Record<string, string>> = {
  'draco-decoder': '@loaders.gl/draco',
  'basis-transcoder': '@loaders.gl/textures',
  'laz-perf': 'laz-perf',
};
const INSTALLED = new URL('../../engine/node_modules/', import.meta.url).pathname;

/** Folders of the packages that modules are of. */
function foldersOf(modules: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const id of modules) {
    const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
    if (found) folders.add(found[1]!);
    const decoder = /virtual:overlook\/([\w-]+?)(?:-bytes|-wasm)?$/.exec(id)?.[1];
    const library = decoder && OF_DECODERS[decoder];
    if (library) folders.add(join(INSTALLED, library));
  }
  return folders;
}

/** Returns name, version and licence of each package of others that a build contains, with the text of its licence where it has one. */
export async function noticesOf(modules: Iterable<string>): Promise<string> {
  const notices = new Map<string, string>();
  for (const folder of foldersOf(modules)) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? `\n\n${(await readFile(join(folder, file), 'utf8')).trim()}` : '';
    notices.set(manifest['name']!, `${manifest['name']} ${manifest['version']} (${manifest['license']})${text}`);
  }
  const sorted = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, notice]) => notice);
  return sorted.length === 0 ? 'This package contains no code of others.\n' : `${sorted.join('\n\n----\n\n')}\n`;
}
