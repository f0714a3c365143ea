/** Files on a server that gives parts of them (RFC 9110 §14), so that an archive of gigabytes is read as its tiles are needed. */
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { type ArchiveSource, boundedBytes } from '@overlook/shared/archives';
import { fetchOrExplain } from '../browser-platform.ts';
import { ContentHttpError, fileNameOf } from '../content-errors.ts';

/** Plain data, which workers are sent. */
export interface RemoteFile {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
  readonly size: number;
  /** `Last-Modified` when it was opened; null where the server does not tell it. */
  readonly modified: string | null;
}

/** Of a file that is read as a whole, because its server gives no parts. */
const WHOLE_LARGEST_BYTES = 512 * 1024 * 1024;

/** The name of the file at a URL, for people. */
export const nameAt = (url: URL): string => fileNameOf(url.href) || url.host;

/** The answer to a request of a URL that a person has given. Rejects with an Error that names the host. */
export async function responseAt(url: URL, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers }).catch((error: unknown) => {
    throw new Error(`${url.host} does not answer, or this page may not read from it.`, { cause: error });
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error(`${url.host} answered ${response.status}.`);
}

/**
 * The file at an absolute URL: as one that is read by parts, or as a whole where `isInParts` is false, the server gives no parts, or does not
 * let this page see their places. Rejects with an Error that names the host or the file.
 */
export async function fileAt(url: URL, isInParts: boolean): Promise<File | RemoteFile> {
  const name = nameAt(url);
  let response = await responseAt(url, isInParts ? { range: 'bytes=0-0' } : {});
  if (response.status === 206) {
    await response.body?.cancel();
    const size = rangeOf(response)?.size;
    if (size) return { name, url: url.href, size, modified: response.headers.get('last-modified') };
    response = await responseAt(url);
  }
  return new File([await whole(response, name)], name);
}

async function whole(response: Response, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (Number(response.headers.get('content-length')) > WHOLE_LARGEST_BYTES) {
      await response.body?.cancel();
      throw new RangeError('It says so.');
    }
    return await bodyOf(response, WHOLE_LARGEST_BYTES);
  } catch (error) {
    const isLarge = error instanceof RangeError;
    const reason = isLarge
      ? 'Its server does not give parts of files, and it is larger than 512 MiB.'
      : 'It was cut off on its way.';
    throw new Error(`${name}: ${reason}`, { cause: error });
  }
}

/** Throws a RangeError as soon as more than `most` bytes have arrived. */
const bodyOf = async ({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> =>
  body ? boundedBytes(body.getReader(), most) : new Uint8Array();

interface ByteRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  /** Of the whole file, bytes. */
  readonly size: number;
}

/** `Content-Range`; null where it is missing, hidden from this page, or without the size of the file. */
function rangeOf({ headers }: Response): ByteRange | null {
  const found = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers.get('content-range') ?? '');
  if (!found) return null;
  const [from, to, size] = found.slice(1).map(Number) as [number, number, number];
  return { from, to, size };
}

export class RemoteSource implements ArchiveSource {
  constructor(private readonly file: RemoteFile) {}

  get sizeBytes(): number {
    return this.file.size;
  }

  /** Rejects with ContentHttpError, with MalformedContentError for a file that was replaced, or with the reason of `signal`. */
  async read(from: number, to: number, where: string, signal?: AbortSignal): Promise<ArrayBuffer> {
    if (from === to) return new ArrayBuffer(0);
    const { url } = this.file;
    const headers = { range: `bytes=${from}-${to - 1}` };
    const response = await fetchOrExplain(url, { headers, credentials: 'same-origin', ...(signal && { signal }) });
    if (!response.ok || !this.isPart(response, from, to)) {
      await response.body?.cancel();
      // Beyond the end: the file has become shorter.
      if (!response.ok && response.status !== 416) throw new ContentHttpError(url, response.status);
      throw new MalformedContentError(where, 'The file at its address has changed. Add it again.');
    }
    const bytes = await bodyOf(response, to - from).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new ContentHttpError(url, 0, error instanceof Error ? error.message : undefined);
    });
    if (bytes.byteLength !== to - from) throw new ContentHttpError(url, 0, 'the answer was cut off');
    return bytes.buffer;
  }

  private isPart(response: Response, from: number, to: number): boolean {
    const range = rangeOf(response);
    return (
      response.status === 206 &&
      response.headers.get('last-modified') === this.file.modified &&
      range?.from === from &&
      range.to === to - 1 &&
      range.size === this.file.size
    );
  }
}
