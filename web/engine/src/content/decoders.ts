/**
 * The compiled decoders, each fetched from our own origin at its first use and kept. They come through the build plugin
 * `web/engine/vite/engine-assets.ts`, which turns the published libraries into modules that a strict content security policy lets run.
 */
import type { LazPerf, LoadLazPerf } from '@overlook/shared/point-files';
import { type BasisModule, startBasis } from '@overlook/shared/tiles3d';
import { ContentHttpError } from './content-errors.ts';
import type { MeshoptDecoder } from '@overlook/shared/gltf';
import { hasCrashed } from './decoder-crash.ts';
import { type DracoDecoder, startDraco } from './draco.ts';
import { fetchWasm } from './fetch-wasm.ts';

/**
 * Remembers the first success. A failed start is repeated at the next use and counts as a temporary failure, so that
 * the tile is loaded again too; a decoder that has crashed is restarted.
 */
function once<T extends object>(what: string, start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null;
  const startAgain = () =>
    start().catch((error: unknown) => {
      started = null;
      throw error instanceof ContentHttpError ? error : new ContentHttpError(what, 0, (error as Error).message);
    });
  return async () => {
    started ??= startAgain();
    const decoder = await started;
    if (!hasCrashed(decoder)) return decoder;
    started = startAgain();
    return started;
  };
}

/** Decoders of LAZ with memory of their own: one that has met damage is not used again. */
export const loadLazPerf: LoadLazPerf = async () => {
  const [{ default: start }, { default: wasmUrl }] = await Promise.all([
    import('virtual:overlook/laz-perf'),
    import('virtual:overlook/laz-perf-wasm'),
  ]);
  return (await start({ wasmBinary: await fetchWasm(wasmUrl) })) as LazPerf;
};

export const loadDraco: () => Promise<DracoDecoder> = once('The Draco decoder', async () => {
  const [{ DracoLoader }, { default: start }, { default: wasmUrl }] = await Promise.all([
    import('./draco-loader.ts'),
    import('virtual:overlook/draco-decoder'),
    import('virtual:overlook/draco-decoder-wasm'),
  ]);
  return startDraco(DracoLoader, start, await fetchWasm(wasmUrl));
});

export const loadBasis: () => Promise<BasisModule> = once('The Basis transcoder', async () => {
  const [{ default: start }, { default: wasmUrl }] = await Promise.all([
    import('virtual:overlook/basis-transcoder'),
    import('virtual:overlook/basis-transcoder-wasm'),
  ]);
  return startBasis(start, await fetchWasm(wasmUrl));
});

export const loadMeshopt: () => Promise<MeshoptDecoder> = once('The meshopt decoder', async () => {
  const { MeshoptDecoder: decoder } = await import('meshoptimizer/decoder');
  await decoder.ready;
  return decoder;
});
