import type { Mat4 } from '@overlook/shared/maths';
import { archiveKindOf } from '../content/archives/archive-kinds.ts';
// The bundler provides the default export: the URL of the built worker.
// oxlint-disable-next-line import/default
import modelWorkerFile from './own-model-worker.ts?worker&url';
import type { RemoteFile } from '../content/archives/remote-file.ts';
import { workerAddress } from '../content/worker-address.ts';
import type { OwnModel } from './own-model.ts';
import type { ModelReply, ModelRequest } from './own-model-worker.ts';

export interface OpeningModel {
  /** Rejects with an Error that names the file and the reason. Never settles after {@link stop}. */
  readonly model: Promise<OwnModel>;
  stop(): void;
}

/** Time limit for reading a file, milliseconds. */
const READ_WITHIN_MS = 120_000;

let count = 0;

/**
 * Reads a model archive of the user, or at an address, in its own worker; no data leaves the browser. `ecefFromView`: east-north-up frame for a model
 * without georeference. The file name ends with `.3tz` or `.slpk`.
 */
export function openOwnModel(file: File | RemoteFile, ecefFromView: Mat4): OpeningModel {
  const worker = new Worker(workerAddress(modelWorkerFile), { type: 'module', name: 'overlook-model' });
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const model = new Promise<OwnModel>((resolve, reject) => {
    const refuse = (reason: string) => reject(new Error(`${file.name}: ${reason}`));
    const end = (settle: () => void) => {
      stop();
      settle();
    };
    const tooLate = () => end(() => refuse(`It was not read within ${READ_WITHIN_MS / 1000} s.`));
    timer = setTimeout(tooLate, READ_WITHIN_MS);
    worker.addEventListener('error', ({ message }) => end(() => refuse(message || 'It cannot be read.')));
    worker.addEventListener('message', ({ data }: MessageEvent<ModelReply>) =>
      end(() => ('model' in data ? resolve(data.model) : reject(new Error(data.error)))),
    );
  });
  const archive = { id: ++count, kind: archiveKindOf(file.name)!, file };
  const request: ModelRequest = { archive, ecefFromView };
  worker.postMessage(request);
  return { model, stop };
}
