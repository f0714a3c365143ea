import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type BasisModule, startBasis } from '@overlook/shared/tiles3d';

let loaded: Promise<BasisModule> | null = null;

/** The transcoder of KTX2 pictures, loaded once. */
export function basisTranscoder(): Promise<BasisModule> {
  return (loaded ??= startCompiled('basis_transcoder', startBasis));
}

type Start = (options: { wasmBinary: ArrayBuffer; print?: (line: string) => void }) => Promise<unknown>;

/** Starts one of the compiled libraries in the package of loaders.gl by `begin`. */
export async function startCompiled<Module>(
  library: 'basis_transcoder' | 'basis_encoder',
  begin: (start: Start, wasmBinary: ArrayBuffer) => Promise<Module>,
): Promise<Module> {
  const require = createRequire(import.meta.url);
  const folder = path.join(path.dirname(require.resolve('@loaders.gl/textures')), 'libs');
  const [script, wasm] = await Promise.all([
    readFile(path.join(folder, `${library}.js`), 'utf8'),
    readFile(path.join(folder, `${library}.wasm`)),
  ]);
  // A CommonJS file in a package of modules: Node would read it as a module, which exports nothing.
  const module = { exports: {} };
  compileFunction(script, ['module', 'exports', 'require', '__dirname'])(module, module.exports, require, folder);
  return begin(module.exports as Start, Uint8Array.from(wasm).buffer);
}
