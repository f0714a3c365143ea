/**
 * The compiled decoders, each fetched from our own origin at its first use and kept. They come through the build plugin
 * `web/vite/engine-assets.ts`, which turns the published libraries into modules that a strict content security policy lets run.
 */
import type { MeshoptDecoder } from './content-platform.ts';
import { type DracoModule, startDraco } from './draco-module.ts';
import { type BasisModule, startBasis } from './textures/basis-module.ts';

/** Remembers the first success; a failed start (the server was away) is tried again at the next use. */
function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
}

async function fetchWasm(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The decoder ${url} answered with ${response.status}.`);
  return response.arrayBuffer();
}

export const loadDraco: () => Promise<DracoModule> = once(async () => {
  const [{ default: start }, { default: wasmUrl }] = await Promise.all([
    import('virtual:overlook/draco-decoder'),
    import('virtual:overlook/draco-decoder-wasm'),
  ]);
  return startDraco(start, await fetchWasm(wasmUrl));
});

export const loadBasis: () => Promise<BasisModule> = once(async () => {
  const [{ default: start }, { default: wasmUrl }] = await Promise.all([
    import('virtual:overlook/basis-transcoder'),
    import('virtual:overlook/basis-transcoder-wasm'),
  ]);
  return startBasis(start, await fetchWasm(wasmUrl));
});

export const loadMeshopt: () => Promise<MeshoptDecoder> = once(async () => {
  const { MeshoptDecoder: decoder } = await import('meshoptimizer/decoder');
  await decoder.ready;
  return decoder;
});
