/** Reads the file of a person beside the page, once: a worker for each file, which ends with it. */
import type { SystemGrids } from '@overlook/shared/crs';
import { toMat4 } from '@overlook/shared/maths';
import type { AskedGrids } from '@overlook/shared/schemas';
import { loadLazPerf } from '../decoders.ts';
import { BlobFile } from './blob-file.ts';
import { type LocalCloud, readLocalCloud } from './local-cloud.ts';

export interface CloudRequest {
  file: File;
  /** 4 × 4, column-major: {@link LocalCloudOptions.ecefFromView}. */
  ecefFromView: number[];
}

/** What the page answers to `asked`. */
export interface GridsAnswer {
  grids: SystemGrids;
}

export type CloudReply = { progress: number } | { asked: AskedGrids } | { cloud: LocalCloud } | { error: string };

const reply = (message: CloudReply) => self.postMessage(message);

/** Asks the page, which answers once. */
function gridsOf(asked: AskedGrids): Promise<SystemGrids> {
  return new Promise((resolve) => {
    self.addEventListener('message', ({ data }: MessageEvent<GridsAnswer>) => resolve(data.grids), { once: true });
    reply({ asked });
  });
}

async function answer({ file, ecefFromView }: CloudRequest): Promise<void> {
  try {
    const onProgress = (done: number, total: number) => reply({ progress: done / total });
    reply({
      cloud: await readLocalCloud(new BlobFile(file, file.name), {
        ecefFromView: toMat4(ecefFromView),
        load: loadLazPerf,
        gridsOf,
        onProgress,
      }),
    });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<CloudRequest>) => void answer(data), { once: true });
