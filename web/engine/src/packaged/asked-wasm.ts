/** In place of engine/content/fetch-wasm.ts in the workers of packages. */
import { ContentHttpError } from '../content/content-errors.ts';
import { CHANNEL_GLOBAL, type WasmAnswer, type WasmQuestion } from './wasm-channel.ts';

/** Asks the page for the compiled part of a decoder, by its name. Rejects with ContentHttpError if it has none. */
export function fetchWasm(name: string): Promise<ArrayBuffer> {
  const channel = new BroadcastChannel((globalThis as unknown as Record<string, string>)[CHANNEL_GLOBAL]!);
  return new Promise<ArrayBuffer>((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<WasmAnswer>) => {
      if (data.answered !== name) return;
      channel.close();
      if (data.bytes) resolve(data.bytes);
      else reject(new ContentHttpError(name, 0));
    });
    channel.postMessage({ asked: name } satisfies WasmQuestion);
  });
}
