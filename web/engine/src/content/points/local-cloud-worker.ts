/** Reads the file of a person beside the page, once: a worker for each file, which ends with it. */
import { toMat4 } from '@overlook/shared/maths';
import { loadLazPerf } from '../decoders.ts';
import { BlobFile } from './blob-file.ts';
import { type LocalCloud, readLocalCloud } from './local-cloud.ts';

export interface CloudRequest {
  file: File;
  /** 4 × 4, column-major: {@link LocalCloudOptions.ecefFromView}. */
  ecefFromView: number[];
}

export type CloudReply = { progress: number } | { cloud: LocalCloud } | { error: string };

const reply = (message: CloudReply) => self.postMessage(message);

self.addEventListener('message', async ({ data: { file, ecefFromView } }: MessageEvent<CloudRequest>) => {
  try {
    const onProgress = (done: number, total: number) => reply({ progress: done / total });
    reply({
      cloud: await readLocalCloud(new BlobFile(file, file.name), {
        ecefFromView: toMat4(ecefFromView),
        load: loadLazPerf,
        onProgress,
      }),
    });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
