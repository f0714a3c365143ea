import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LAYER_CODE_LARGEST_BYTES, LAYER_MANIFEST_LARGEST_BYTES, LAYERS_AT_MOST } from '@overlook/shared/config';
import { type LayerManifest, layerManifestSchema } from '@overlook/shared/schemas';
import type { Clock } from './clock.ts';
import { createTimedCache } from './timed-cache.ts';

/** A layer in the folder of the installation with a valid manifest and matching code. */
export interface InstalledLayer {
  readonly manifest: LayerManifest;
  readonly folder: string;
  /** Hash of its manifest and thus, by the hashes in it, of its code; it is a part of the addresses of its files. */
  readonly version: string;
}

/** The result of reading the folder is used for this long. */
const KNOWN_FOR_MS = 5000;

export interface InstalledLayers {
  /** In the order of their folders' names. */
  all(): Promise<readonly InstalledLayer[]>;
}

/** `<DATA_DIR>/layers`: one folder for each layer. */
export const layersFolder = ({ filesDir }: { readonly filesDir: string }): string => join(dirname(filesDir), 'layers');

/**
 * The layers that the operator has installed. One that cannot be read, or whose code is not what its manifest says, is left
 * out and named in the log, once for each reason.
 */
export function createInstalledLayers(folder: string, clock: Clock, log: FastifyBaseLogger): InstalledLayers {
  const cache = createTimedCache<readonly InstalledLayer[]>(clock, KNOWN_FOR_MS);
  let told = new Set<string>();
  const read = async () => {
    const problems = new Set<string>();
    const found = await Promise.all(
      (await folderNames(folder)).map((name) =>
        readLayer(join(folder, name), name).catch((error: unknown) => {
          problems.add(`${name}: ${error instanceof Error ? error.message : String(error)}`);
          return null;
        }),
      ),
    );
    for (const problem of problems) if (!told.has(problem)) log.warn({ problem }, 'an installed layer is left out');
    told = problems;
    return found.filter((layer) => layer !== null);
  };
  return { all: () => cache.get('', read) };
}

async function folderNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  return names.sort().slice(0, LAYERS_AT_MOST);
}

/** A manifest that cannot be used; `field` is the wrong field, null for the file itself. */
export class LayerManifestError extends Error {
  override readonly name = 'LayerManifestError';
  constructor(
    readonly field: string | null,
    message: string,
  ) {
    super(`manifest.json: ${message}`);
  }
}

async function readLayer(folder: string, name: string): Promise<InstalledLayer> {
  const layer = await readManifest(folder, name);
  for (const path of Object.keys(layer.manifest.files ?? {})) await readCode(layer, path);
  return layer;
}

/** A layer by its manifest alone. Throws {@link LayerManifestError}, or the error of the disk. */
export async function readManifest(folder: string, name: string): Promise<InstalledLayer> {
  const bytes = await readBounded(join(folder, 'manifest.json'), LAYER_MANIFEST_LARGEST_BYTES);
  const { data: manifest, error } = layerManifestSchema.safeParse(parsedJson(bytes));
  if (!manifest) {
    const { path, message } = error.issues[0]!;
    throw new LayerManifestError(String(path[0] ?? ''), `${path.join('.')} ${message}`.trim());
  }
  if (manifest.id !== name) throw new LayerManifestError('id', `id must be the name of its folder, ${name}`);
  return { manifest, folder, version: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new LayerManifestError(null, `is no JSON (${(error as Error).message})`);
  }
}

/**
 * A file with code of a layer. Null for a file that its manifest does not name; throws for one that differs from the
 * manifest.
 */
export async function readCode({ manifest, folder }: InstalledLayer, path: string): Promise<Buffer | null> {
  const files = manifest.files ?? {};
  const expected = Object.hasOwn(files, path) ? files[path]! : null;
  if (expected === null) return null;
  const bytes = await readBounded(join(folder, path), LAYER_CODE_LARGEST_BYTES);
  const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  if (integrity !== expected) throw new Error(`${path}: the file has changed. Its hash is ${integrity}`);
  return bytes;
}

/** A whole file. Throws for one that is larger than `most` bytes, without reading it. */
async function readBounded(path: string, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > most) throw new Error(`${path.slice(path.lastIndexOf('/') + 1)} is larger than ${most} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
