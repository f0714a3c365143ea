import { ContentHttpError } from './content-errors.ts';
import type { ContentPlatform } from './content-platform.ts';
import { loadBasis, loadDraco, loadMeshopt } from './decoders.ts';

/** The platform of one load in the browser: `headers` and the fields of `query` go with every request, `signal` aborts them all. */
export function browserPlatform(
  { headers, query }: Readonly<Record<'headers' | 'query', Record<string, string>>>,
  signal: AbortSignal,
  onDecoding: ContentPlatform['onDecoding'],
): ContentPlatform {
  return {
    async fetchBytes(url) {
      const response = await fetchOrExplain(withQuery(url, query), { headers, signal, credentials: 'same-origin' });
      if (!response.ok) throw new ContentHttpError(url, response.status);
      try {
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        signal.throwIfAborted();
        throw new ContentHttpError(url, 0, (error as Error).message);
      }
    },
    decodeImage: decodeTexture,
    draco: loadDraco,
    basis: loadBasis,
    meshopt: loadMeshopt,
    onDecoding,
  };
}

/** Straight alpha, no colour conversion, rows as stored (top first). */
export function decodeTexture(bytes: Uint8Array, mimeType: string): Promise<ImageBitmap> {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType });
  return createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none', imageOrientation: 'none' });
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new ContentHttpError(url, 0, (error as Error).message);
  }
}
