import { ContentHttpError } from './content-errors.ts';
import type { ContentPlatform } from './content-platform.ts';
import { loadBasis, loadDraco, loadMeshopt } from './decoders.ts';
import type { SignedAddresses } from '@overlook/shared/signed-addresses';

/** What the server, or a cache in front of it, answers to a signature that it does not accept. */
const SIGNATURE_REFUSED = 403;

export interface BrowserRequests {
  /** These headers and fields go with every request. */
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
  /** Aborts them all. */
  readonly signal: AbortSignal;
  /** Null where no file is of a server of Overlook. */
  readonly signedAddresses: SignedAddresses | null;
}

/** The platform of one load in the browser. */
export function browserPlatform(requests: BrowserRequests, onDecoding: ContentPlatform['onDecoding']): ContentPlatform {
  const { signal } = requests;
  return {
    async fetchBytes(url) {
      const response = await fetchModel(url, requests);
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

/** Requests a file at its signed address where one is known. `query` has the permission for all other addresses. */
async function fetchModel(
  url: string,
  { headers, query, signal, signedAddresses }: BrowserRequests,
): Promise<Response> {
  const init: RequestInit = { headers, signal, credentials: 'same-origin' };
  const signed = signedAddresses?.of(url);
  if (signed) {
    const response = await fetchOrExplain(signed, init);
    if (response.status !== SIGNATURE_REFUSED) return response;
    await response.body?.cancel();
    signedAddresses!.forget(url);
  }
  const response = await fetchOrExplain(withQuery(url, query), init);
  if (response.redirected) signedAddresses?.learn(url, response.url);
  return response;
}

export async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new ContentHttpError(url, 0, (error as Error).message);
  }
}
