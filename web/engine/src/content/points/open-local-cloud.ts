import type { Mat4 } from '@overlook/shared/maths';
import type { LocalCloud } from './local-cloud.ts';
import type { GridsOf } from './cloud-place.ts';
import type { CloudReply, CloudRequest, GridsAnswer } from './local-cloud-worker.ts';
// The default export is the bundler's: the address of the worker as it is built.
// oxlint-disable-next-line import/default
import cloudWorkerFile from './local-cloud-worker.ts?worker&url';
import { workerAddress } from '../worker-address.ts';

export interface OpeningCloud {
  /** Rejects with an Error that names the file and the reason. Never settles after {@link stop}. */
  readonly cloud: Promise<LocalCloud>;
  stop(): void;
}

/**
 * Reads a file of the person in a worker of its own; its data does not leave the browser. `ecefFromView` is a frame of
 * east, north and up for a file without a position, `onProgress` gets the share that has been read, `gridsOf` has the grids of
 * the file's coordinate system; it must not reject.
 */
export function openLocalCloud(
  file: File,
  ecefFromView: Mat4,
  onProgress: (share: number) => void,
  gridsOf: GridsOf = () => Promise.resolve({}),
): OpeningCloud {
  const worker = new Worker(workerAddress(cloudWorkerFile), { type: 'module', name: 'overlook-cloud' });
  const cloud = new Promise<LocalCloud>((resolve, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`${file.name}: ${message || 'It cannot be read.'}`)),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<CloudReply>) => {
      if ('progress' in data) return onProgress(data.progress);
      if ('asked' in data)
        return void gridsOf(data.asked).then((grids) => worker.postMessage({ grids } satisfies GridsAnswer));
      if ('cloud' in data) resolve(data.cloud);
      else reject(new Error(data.error));
      return worker.terminate();
    });
  });
  const request: CloudRequest = { file, ecefFromView: Array.from(ecefFromView) };
  worker.postMessage(request);
  return { cloud, stop: () => worker.terminate() };
}
