/**
 * Reads the source of a layer with a size limit. The session is sent only to the own origin. Reads are repeated until the source
 * is closed.
 */
import { boundedBytes } from '@overlook/shared/archives';
import type { LayerPlace, LayerSource } from './layer-definition.ts';

/** Maximum size of a file of a layer. */
const BYTES_AT_MOST = 64 * 1024 * 1024;
/** Delays before the retries of an unreachable source, milliseconds; after the last retry the source fails. */
const RETRY_AFTER_MS = [1000, 4000];

/** A source without data. `status`: HTTP status of the response; null if the source could not be reached or read. */
export class LayerSourceError extends Error {
  override readonly name = 'LayerSourceError';

  constructor(
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

export interface SourceAccess {
  /** Base URL of relative URLs of the source. */
  readonly baseUrl: string;
  /** Authentication headers of the session; they are sent only to the origin of `baseUrl`. */
  readonly headers: () => Record<string, string>;
}

interface SourceHandlers<Raw> {
  onData(raw: Raw): void;
  /** The source has failed and returns no more data. */
  onFailure(error: Error): void;
}

/** Reads a source. Returns a function that ends it. Handlers are called asynchronously. */
export function readSource<Raw>(
  source: LayerSource<Raw>,
  place: LayerPlace,
  access: SourceAccess,
  handlers: SourceHandlers<Raw>,
): () => void {
  const reading = new AbortController();
  const { signal } = reading;
  const open = async (): Promise<void> => {
    switch (source.kind) {
      case 'data':
        return handlers.onData(source.data);
      case 'events':
        return readEvents(source, access, signal, handlers.onData);
      case 'load':
        return repeat(() => source.load(place, signal), source.refreshMs, signal, handlers.onData);
      default:
        return repeat(() => readFile<Raw>(source, access, signal), source.refreshMs, signal, handlers.onData);
    }
  };
  Promise.resolve()
    .then(() => (signal.aborted ? undefined : open()))
    .catch((error: unknown) => {
      if (signal.aborted) return;
      reading.abort();
      handlers.onFailure(error instanceof Error ? error : new Error(String(error)));
    });
  return () => reading.abort();
}

async function repeat<Raw>(
  read: () => Promise<Raw>,
  refreshMs: number | undefined,
  signal: AbortSignal,
  onData: (raw: Raw) => void,
): Promise<void> {
  for (;;) {
    const raw = await withRetries(read, signal);
    if (signal.aborted) return;
    onData(raw);
    if (refreshMs === undefined) return;
    await pause(refreshMs, signal);
    if (signal.aborted) return;
  }
}

async function withRetries<Raw>(read: () => Promise<Raw>, signal: AbortSignal): Promise<Raw> {
  for (const afterMs of RETRY_AFTER_MS) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      await pause(afterMs, signal);
    }
  }
  return read();
}

const isTransient = (error: unknown): boolean =>
  error instanceof LayerSourceError && (error.status === null || error.status === 429 || error.status >= 500);

async function readFile<Raw>(
  { kind, url }: { kind: 'json' | 'text' | 'bytes'; url: string },
  access: SourceAccess,
  signal: AbortSignal,
): Promise<Raw> {
  const response = await ask(url, access, signal, '*/*');
  const bytes = await readBounded(response, BYTES_AT_MOST);
  if (kind === 'bytes') return bytes as Raw;
  const text = new TextDecoder().decode(bytes);
  if (kind === 'text') return text as Raw;
  try {
    return JSON.parse(text) as Raw;
  } catch {
    // Not transient: a retry would return the same content.
    throw new TypeError('The source is no JSON.');
  }
}

async function ask(url: string, access: SourceAccess, signal: AbortSignal, accept: string): Promise<Response> {
  const target = new URL(url, access.baseUrl);
  const isOurs = target.origin === new URL(access.baseUrl).origin;
  const headers = { Accept: accept, ...(isOurs ? access.headers() : {}) };
  const response = await fetch(target, { headers, signal, credentials: isOurs ? 'same-origin' : 'omit' }).catch(
    (error: unknown) => {
      throw new LayerSourceError(null, error instanceof Error ? error.message : 'No answer.');
    },
  );
  if (!response.ok) throw new LayerSourceError(response.status, `The source answered ${response.status}.`);
  return response;
}

/** Reads the body of a response. Throws a RangeError as soon as more than `most` bytes have arrived. */
export async function readBounded({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  return boundedBytes(body.getReader(), most, `The source is larger than ${most / 1024 / 1024} MiB.`);
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Without this, the body of a response that is too large would continue to arrive.
    await reader.cancel().catch(() => undefined);
  }
}

/** Maximum length of one message of a stream. */
const MESSAGE_LONGEST = 4 * 1024 * 1024;

/**
 * Server-sent events (HTML Living Standard §9.2) by fetch, because EventSource neither reports the status of a rejected request
 * nor sends headers. A stream that ends is opened again.
 */
async function readEvents<Data>(
  { url, initial, reduce }: { url: string; initial: Data; reduce: (data: Data, message: string) => Data },
  access: SourceAccess,
  signal: AbortSignal,
  onData: (data: Data) => void,
): Promise<void> {
  let data = initial;
  while (!signal.aborted) {
    const response = await withRetries(() => ask(url, access, signal, 'text/event-stream'), signal);
    onData(data);
    for await (const message of messagesOf(response, signal)) {
      data = reduce(data, message);
      onData(data);
    }
    await pause(RETRY_AFTER_MS[0]!, signal);
  }
}

async function* messagesOf(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const piece of piecesOf(response)) {
      const parts = (rest + decoder.decode(piece, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = parts.pop()!;
      if (rest.length > MESSAGE_LONGEST) throw new RangeError('A message of the source is too long.');
      for (const part of parts) {
        const lines = part.split('\n').filter((line) => line.startsWith('data:'));
        if (lines.length > 0) yield lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
      }
    }
  } catch (error) {
    // A broken connection is opened again; that does not repair an invalid message.
    if (signal.aborted || error instanceof RangeError) throw error;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
