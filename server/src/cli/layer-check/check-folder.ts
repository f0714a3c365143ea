/** `overlook layer check`: checks the folder of a layer as the server does, then runs its module in a limited process. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYER_CHECKS, type LayerCheck } from '@overlook/shared/config';
import { type InstalledLayer, LayerManifestError, readCode, readManifest } from '../../services/installed-layers.ts';
import { OperationFailedError } from '../../errors/failure.ts';
import { ProcessEndedError, runLimited } from '../../process/limited-process.ts';
import { workerEntry } from '../../process/worker-entry.ts';
import type { LayerCheckProgress, LayerCheckRequest } from './layer-check-worker.ts';

type CheckName = LayerCheck['check'];

export interface LayerCheckLimits {
  /** Time limit for loading and checking the module, milliseconds. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** `import.meta.url` of a module in the folder of the workers. */
  readonly base: string;
}

const LIMITS: LayerCheckLimits = { timeoutMs: 120_000, memoryMb: 1024, base: import.meta.url };
const ANSWER_LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * Returns the results of all checks in the order of `LAYER_CHECKS`. `answerFile` is the response of external sources, null for
 * none. Throws {@link OperationFailedError} for a folder or file that does not exist.
 */
export async function checkLayerFolder(
  folder: string,
  answerFile: string | null,
  signal?: AbortSignal,
  limits: LayerCheckLimits = LIMITS,
): Promise<LayerCheck[]> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw notThere(folder, 'is not a folder');
  const given = answerFile === null ? null : await readAnswer(answerFile);
  const { layer, checks } = await checkFiles(folder);
  const module = layer?.manifest.module;
  if (!layer || checks.some(({ outcome }) => outcome === 'fail'))
    return complete(checks, 'a check before it has failed');
  if (module === undefined) return complete(checks, 'a layer of the gallery has no module');
  const answers = layer.manifest.format
    ? { answer: null, format: formatOf(layer, answerFile) }
    : { answer: given, format: null };
  return [...checks, ...(await checkModule(layer, module, answers, signal, limits))];
}

const notThere = (file: string, reason: string) =>
  new OperationFailedError({ error: `${file}: ${reason}.`, code: 'NOT_FOUND' });

type Answers = Pick<LayerCheckRequest, 'answer' | 'format'>;

/** Sample file of a format: the operator's file, otherwise `data/sample` with one of the extensions. */
function formatOf(
  { folder, manifest: { title, format } }: InstalledLayer,
  given: string | null,
): LayerCheckRequest['format'] {
  const { extensions, largestMib } = format!;
  const samples = extensions.map((end) => path.join(folder, 'data', `sample.${end}`));
  const sampleFile = given ?? samples.find((file) => existsSync(file)) ?? null;
  return { kind: { title, extensions, largestBytes: largestMib * 1024 * 1024 }, sampleFile };
}

async function readAnswer(file: string): Promise<string> {
  const size = (await stat(file).catch(() => null))?.size;
  if (size === undefined) throw notThere(file, 'does not exist');
  if (size > ANSWER_LARGEST_BYTES) throw notThere(file, 'is larger than 64 MiB');
  return readFile(file, 'utf8').catch(() => {
    throw notThere(file, 'cannot be read');
  });
}

async function checkFiles(folder: string): Promise<{ layer: InstalledLayer | null; checks: LayerCheck[] }> {
  let layer: InstalledLayer;
  try {
    layer = await readManifest(folder, path.basename(folder));
  } catch (error) {
    const check: CheckName = error instanceof LayerManifestError && error.field === 'token' ? 'permission' : 'manifest';
    const before: LayerCheck[] = check === 'permission' ? [PASSED_MANIFEST] : [];
    return { layer: null, checks: [...before, { check, outcome: 'fail', detail: reasonOf(error) }] };
  }
  const { token, files = {} } = layer.manifest;
  const names = Object.keys(files);
  const problem = await Promise.all(names.map((name) => readCode(layer, name))).then(() => null, reasonOf);
  const who = token ?? 'all users who can open the site';
  return {
    layer,
    checks: [
      PASSED_MANIFEST,
      {
        check: 'files',
        outcome: problem === null ? 'pass' : 'fail',
        detail: problem ?? `${names.length} with their hashes`,
      },
      { check: 'permission', outcome: 'pass', detail: who },
    ],
  };
}

const PASSED_MANIFEST: LayerCheck = { check: 'manifest', outcome: 'pass', detail: 'manifest.json is read' };

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? `${path.basename((error as NodeJS.ErrnoException).path ?? 'a file')} does not exist`
    : message;
};

/** Adds the checks that could not run as skipped. */
function complete(checks: readonly LayerCheck[], reason: string): LayerCheck[] {
  return LAYER_CHECKS.map(
    (check) => checks.find((one) => one.check === check) ?? { check, outcome: 'skip', detail: reason },
  );
}

async function checkModule(
  { folder, manifest: { id, files = {} } }: InstalledLayer,
  module: string,
  answers: Answers,
  signal: AbortSignal | undefined,
  { timeoutMs, memoryMb, base }: LayerCheckLimits,
): Promise<LayerCheck[]> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const request: LayerCheckRequest = {
    id,
    folder,
    module,
    files: Object.keys(files),
    ...answers,
    kitFile: kitFile(base),
    hooksFile: workerEntry('layer-imports-worker', base).file,
  };
  let reached: LayerCheckProgress = { begun: 'module', done: [] };
  try {
    const checks = await runLimited<LayerCheck[], LayerCheckProgress>({ worker: 'layer-check-worker', base }, request, {
      memoryMb,
      hasSettings: false,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      onProgress: (progress) => (reached = progress),
    });
    return completeModule(checks, 'its module is refused');
  } catch (error) {
    if (signal?.aborted) throw error;
    const detail = stopReason(error, timeout.aborted, { timeoutMs, memoryMb });
    if (detail === null) throw error;
    return completeModule(
      [...reached.done, { check: reached.begun, outcome: 'fail', detail }],
      'the process was ended',
    );
  }
}

function stopReason(
  error: unknown,
  isTooLong: boolean,
  { timeoutMs, memoryMb }: Pick<LayerCheckLimits, 'timeoutMs' | 'memoryMb'>,
): string | null {
  if (isTooLong) return `did not end within ${timeoutMs / 1000} s`;
  return error instanceof ProcessEndedError ? `took more than ${memoryMb} MiB of memory, or ended its process` : null;
}

const OF_FILES: readonly CheckName[] = ['manifest', 'files', 'permission'];

const completeModule = (checks: readonly LayerCheck[], reason: string): LayerCheck[] =>
  complete(checks, reason).filter(({ check }) => !OF_FILES.includes(check));

/** The bundle beside the command line program; when run from sources, the bundle of the last build. */
const kitFile = (base: string): string =>
  fileURLToPath(new URL(base.endsWith('.ts') ? '../../../dist/layer-check.js' : './layer-check.js', base));
