import { parse } from '@loaders.gl/core';
import type { LoaderWithParser } from '@loaders.gl/core';
import { OWN_FILE_FARTHEST_M } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import { filledFeatures } from './area-triangles.ts';
import { drawnContent } from './drawn-content.ts';
import type { FileContent } from './file-content.ts';
import { type ChosenCrs, filePlaces } from './file-places.ts';
import { type AnyFormat, isLoader } from './format-definition.ts';
import { FarFileError } from './left-out.ts';
import type { PositionColumns } from './table-columns.ts';

export interface FileToRead {
  readonly name: string;
  readonly file: Blob;
  /** Origin of the site frame. */
  readonly origin: Lla;
  /** Replaces the coordinate system that the file states; null uses that of the file. */
  readonly crs: ChosenCrs | null;
  /** Columns of positions of a table in which none are recognised, as the user has chosen them. */
  readonly columns?: PositionColumns | null;
  /** Maximum distance of a part from the origin, metres; default 200 km, or 1,000 km if most parts are farther than that. */
  readonly farthestM?: number;
}

/** Reads a file with the loader of a format. Rejects with an Error that names the file and the reason. */
export async function parseFile(
  format: AnyFormat,
  { name, file, origin, crs, columns, farthestM }: FileToRead,
): Promise<FileContent> {
  const refuse = (reason: string, cause?: unknown) => new Error(`${name}: ${reason}`, { cause });
  const { largestBytes, title } = format;
  if (file.size > largestBytes) throw refuse(`It is larger than ${largestBytes / 1024 / 1024} MiB.`);
  if (file.size === 0) throw refuse('It is empty.');
  let parsed: unknown;
  try {
    parsed = await parsedBy(format, await file.arrayBuffer());
  } catch (error) {
    throw refuse(`It is damaged, or no ${title}. ${error instanceof Error ? error.message : ''}`.trim(), error);
  }
  const drawn = (mostM?: number) => drawnContent(format, parsed, filePlaces(origin, crs, mostM), columns);
  try {
    const content = await drawn(farthestM).catch(async (error: unknown) => {
      if (!(error instanceof FarFileError)) throw error;
      const found = await drawn(OWN_FILE_FARTHEST_M);
      return { ...found, notes: [error.message, ...found.notes] };
    });
    return content.kind === 'features' ? filledFeatures(content) : content;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error), error);
  }
}

async function parsedBy({ id, loader, options }: AnyFormat, bytes: ArrayBuffer): Promise<unknown> {
  const found = typeof loader === 'function' ? await loader() : loader;
  if (!isLoader(found)) throw new TypeError(`Format "${id}": loader gave no loader.`);
  // Without `worker: false`, loaders.gl would fetch a worker from another host. It uses only the fields of FormatLoader.
  return parse(bytes, { ...NO_NAMES, ...found } as LoaderWithParser, { worker: false, [found.id]: { ...options } });
}

/** Fields by which loaders.gl selects a loader from a list; a single loader may lack them. */
const NO_NAMES = { module: 'format', version: '1', extensions: [], mimeTypes: [], options: {} };
