/** Checks the module of a layer in its own process without a page, server settings or network. */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LayerCheck } from '@overlook/shared/config';
import { type ReportProgress, serveLimited } from '../../process/limited-work.ts';
import { folderFetch, FOLDER_ORIGIN, isOfFolder } from './folder-fetch.ts';
import type { LayerImports } from './layer-imports-worker.ts';

/** Input of the process. Paths are absolute. */
export interface LayerCheckRequest {
  readonly id: string;
  readonly folder: string;
  /** Paths of the module and of all code files, relative to the folder. */
  readonly module: string;
  readonly files: readonly string[];
  /** Bundle of the checks and of the modules that layers import. */
  readonly kitFile: string;
  readonly hooksFile: string;
  /** Response of external sources; null for none. */
  readonly answer: string | null;
  /** The format of the manifest and the path of a sample file; null for a layer. */
  readonly format: FormatRequest | null;
}

interface FormatRequest {
  readonly kind: { readonly title: string; readonly extensions: readonly string[]; readonly largestBytes: number };
  readonly sampleFile: string | null;
}

/** The current check and the results of the previous ones. */
export interface LayerCheckProgress {
  readonly begun: LayerCheck['check'];
  readonly done: readonly LayerCheck[];
}

/** The bundle of web/src/layer-check, which this package does not import by name. */
interface LayerCheckKit {
  checkLayerModule(definition: unknown, options: object): Promise<LayerCheck[]>;
}

serveLimited<LayerCheckRequest, LayerCheckProgress>(async (request, onProgress) => {
  const escaped: string[] = [];
  const keep = (error: unknown) => void escaped.push(error instanceof Error ? error.message : String(error));
  process.on('uncaughtException', keep);
  process.on('unhandledRejection', keep);
  globalThis.fetch = folderFetch(request);
  return [...(await checkModule(request, onProgress, () => escaped.splice(0)))];
});

async function checkModule(
  { id, folder, module, files, kitFile, hooksFile, answer, format }: LayerCheckRequest,
  onProgress: ReportProgress<LayerCheckProgress>,
  takeEscaped: () => string[],
): Promise<readonly LayerCheck[]> {
  const kitUrl = pathToFileURL(kitFile).href;
  const { checkLayerModule } = (await import(kitUrl)) as LayerCheckKit;
  const folderUrl = `${pathToFileURL(folder).href}/`;
  const urls = files.map((path) => new URL(path, folderUrl).href);
  const data: LayerImports = { folderUrl, kitUrl, files: urls };
  register(pathToFileURL(hooksFile), { data });
  onProgress({ begun: 'module', done: [] }, 'at once');
  const { exports, problem } = await loaded(new URL(module, folderUrl).href);
  if (exports === null) return [{ check: 'module', outcome: 'fail', detail: `${module}: ${problem}` }];
  const first: LayerCheck = { check: 'module', outcome: 'pass', detail: `${module} is loaded` };
  const rest = await checkLayerModule(exports.default, {
    id,
    ...(format && { format: await formatToCheck(id, format) }),
    baseUrl: `${FOLDER_ORIGIN}/layers/${id}/`,
    takeEscaped,
    openHandles: () => process.getActiveResourcesInfo().length,
    canBeAsked: (url: string) =>
      answer !== null || isOfFolder(folder, id, new URL(url, `${FOLDER_ORIGIN}/layers/${id}/`)),
    onBegin: (begun: LayerCheck['check'], done: readonly LayerCheck[]) =>
      onProgress({ begun, done: [first, ...done] }, 'at once'),
  });
  return [first, ...rest];
}

async function formatToCheck(id: string, { kind, sampleFile }: FormatRequest): Promise<object> {
  const sample = sampleFile && { name: path.basename(sampleFile), bytes: Uint8Array.from(await readFile(sampleFile)) };
  return { kind: { id, ...kind }, sample };
}

async function loaded(
  url: string,
): Promise<{ exports: { default?: unknown }; problem: null } | { exports: null; problem: string }> {
  try {
    return { exports: (await import(url)) as { default?: unknown }, problem: null };
  } catch (error) {
    return { exports: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
