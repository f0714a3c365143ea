import path from 'node:path';
import { readableFile } from '../readable-file.ts';
import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import { uncheckedRefusal } from '../../process/unchecked-refusal.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { makeWorkFolder, type WorkFolder } from '../store/work-folder.ts';
import type { UnpackProgress } from './unpack-archive.ts';
import type { UnpackRequest } from './unpack-worker.ts';

export interface UnpackContext extends LimitedProcessOptions<UnpackProgress> {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly fs: PublishFs;
}

/** Whether a source is a 3D Tiles archive, which is unpacked. */
export const isArchive = (source: string): boolean => /\.3tz$/i.test(source);

/**
 * Unpacks a 3D Tiles archive in a limited process into a folder of its name, so that messages about its files name it. Throws
 * `ImportRefusedError` and then leaves no files.
 */
export async function unpackLayer(archive: string, { filesDir, fs, ...options }: UnpackContext): Promise<WorkFolder> {
  await readableFile(archive);
  const work = await makeWorkFolder({ filesDir, fs });
  const name = path.basename(archive);
  const request: UnpackRequest = { archive, folder: path.join(work.folder, name) };
  try {
    await runLimited<void, UnpackProgress>({ worker: 'unpack-worker', base: import.meta.url }, request, options);
    return { ...work, folder: request.folder };
  } catch (error) {
    await work.remove();
    throw uncheckedRefusal(error, name, options.memoryMb, 'Unpack it') ?? error;
  }
}
