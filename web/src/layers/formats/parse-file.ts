import { parse } from '@loaders.gl/core';
import type { Lla } from '@overlook/shared/maths';
import type { FileContent } from './file-content.ts';
import { type ChosenCrs, filePlaces } from './file-places.ts';
import { formatOf } from './formats.ts';

export interface FileToRead {
  readonly name: string;
  readonly file: Blob;
  /** Of the site's frame. */
  readonly origin: Lla;
  /** In place of what the file states; null leaves it to the file. */
  readonly crs: ChosenCrs | null;
}

/** Reads a file by the loader of its format. Rejects with an Error that names the file and the reason. */
export async function parseFile({ name, file, origin, crs }: FileToRead): Promise<FileContent> {
  const refuse = (reason: string, cause?: unknown) => new Error(`${name}: ${reason}`, { cause });
  const format = formatOf(name);
  if (!format) throw refuse('This kind of file is not read here.');
  const { largestBytes, loader, options, content } = format;
  if (file.size > largestBytes) throw refuse(`It is larger than ${largestBytes / 1024 / 1024} MiB.`);
  if (file.size === 0) throw refuse('It is empty.');
  let parsed: unknown;
  try {
    const found = await loader();
    // Without this loaders.gl would fetch a worker from another host.
    parsed = await parse(await file.arrayBuffer(), found, { worker: false, [found.id]: { ...options } });
  } catch (error) {
    throw refuse(`It is damaged, or no ${format.title}. ${error instanceof Error ? error.message : ''}`.trim(), error);
  }
  try {
    return await content(parsed, filePlaces(origin, crs));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error), error);
  }
}
