import { ContentHttpError } from './content-errors.ts';

/** Fetches the compiled part of a decoder from our own origin. Packages for hosts replace this module (packages/asked-wasm.ts). */
export async function fetchWasm(url: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(url, import.meta.url), { credentials: 'same-origin' });
  if (!response.ok) throw new ContentHttpError(url, response.status);
  return response.arrayBuffer();
}
