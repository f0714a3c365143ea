/** Reads a file of the user outside the main thread. Each file has its own worker, which ends with it. */
import type { Mat4 } from '@overlook/shared/maths';
import { browserPlatform } from '../content/browser-platform.ts';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import { type OwnModel, readOwnModel } from './own-model.ts';

export interface ModelRequest {
  readonly archive: OwnArchive;
  /** 4 × 4, column-major: see {@link readOwnModel}. */
  readonly ecefFromView: Mat4;
}

export type ModelReply = { model: OwnModel } | { error: string };

const reply = (message: ModelReply) => self.postMessage(message);

self.addEventListener('message', async ({ data: { archive, ecefFromView } }: MessageEvent<ModelRequest>) => {
  const { signal } = new AbortController();
  const platform = browserPlatform({ headers: {}, query: {}, signal, signedAddresses: null }, () => undefined);
  try {
    const context = { upAxis: 'Y' as const, textureSupport: [], platform, signal };
    reply({ model: await readOwnModel(archive, ecefFromView, context) });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
