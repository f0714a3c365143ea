/**
 * Loads the module of a layer without a page, for `module.register`, with the rules of a page: it may import only the viewer's
 * modules and the files that its manifest names.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface LayerImports {
  /** Folder of the layer with a trailing slash. */
  readonly folderUrl: string;
  /** Replaces the viewer's modules. */
  readonly kitUrl: string;
  /** URLs of the code files that the manifest names. */
  readonly files: readonly string[];
}

interface Next<Context, Result> {
  (of: string, context: Context): Promise<Result>;
}

/** The modules that layers and formats import. */
const VIEWER_MODULES = ['/layers/v1/overlook-layers.js', '/layers/v1/overlook-formats.js'];

let imports: LayerImports;

export function initialize(given: LayerImports): void {
  imports = given;
}

export async function resolve<Context extends { parentURL?: string }>(
  specifier: string,
  context: Context,
  next: Next<Context, { url: string }>,
): Promise<{ url: string; shortCircuit?: boolean }> {
  if (!context.parentURL?.startsWith(imports.folderUrl)) return next(specifier, context);
  if (VIEWER_MODULES.includes(specifier)) return { url: imports.kitUrl, shortCircuit: true };
  const url = /^\.\.?\//.test(specifier) ? new URL(specifier, context.parentURL).href : null;
  if (url === null) throw new Error(`it imports ${specifier}, which a page does not find`);
  if (!imports.files.includes(url))
    throw new Error(`it imports ${specifier}, which files of manifest.json does not name`);
  return { url, shortCircuit: true };
}

export async function load<Context>(
  url: string,
  context: Context,
  next: Next<Context, object>,
): Promise<object | { format: 'module'; source: Buffer; shortCircuit: true }> {
  if (!url.startsWith(imports.folderUrl)) return next(url, context);
  return { format: 'module', source: await readFile(fileURLToPath(url)), shortCircuit: true };
}
