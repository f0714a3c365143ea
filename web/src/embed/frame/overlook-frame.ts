/**
 * Client of the viewer in a frame, for host pages: `connectOverlook(iframe)`. It has no part of the viewer in it and loads nothing.
 */
import type { OverlookViewerApi } from '../api/viewer-api.ts';
import type { FrameMessage, HostMessage } from './protocol.ts';
import type { Remote } from './remote.ts';

/** The viewer's API over messages: each method answers with a promise. */
/** Layers of the page itself are code, which no message can carry. */
export type OverlookFrameApi = Remote<Omit<OverlookViewerApi, 'added'>> & {
  /** Ends the connection; calls that wait are rejected. The frame stays. */
  disconnect(): void;
};

/** Why a viewer did not open, or what it answered instead of a value. */
export class OverlookFrameError extends Error {
  override readonly name = 'OverlookFrameError';
  constructor(
    /** Of the viewer (`docs/embedding/iframe.md`), `TIMEOUT` or `DISCONNECTED`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The frame may be loading still: it is greeted again in this rhythm. */
const GREETING_EVERY_MS = 250;
const TIMEOUT_MS = 60_000;

/** From the frame's window and origin, what has the mark of the protocol is as it declares. */
const isOurs = (data: unknown): data is FrameMessage =>
  typeof data === 'object' && data !== null && (data as Partial<FrameMessage>).overlook === 1;

class FrameClient {
  readonly ready: Promise<void>;
  private readonly origin: string;
  private readonly waiting = new Map<number, Waiting>();
  private readonly handlers = new Map<string, Set<(detail: unknown) => void>>();
  private settle!: Waiting;
  private lastId = 0;
  private readonly greeting: ReturnType<typeof setInterval>;
  private readonly timeout: ReturnType<typeof setTimeout>;

  constructor(
    private readonly frame: HTMLIFrameElement,
    timeoutMs: number,
  ) {
    this.origin = new URL(frame.src).origin;
    this.ready = new Promise((resolve, reject) => (this.settle = { resolve: () => resolve(), reject }));
    addEventListener('message', this.hear);
    const greet = () => this.send({ overlook: 1, type: 'hello' });
    this.greeting = setInterval(greet, GREETING_EVERY_MS);
    this.timeout = setTimeout(() => this.end('TIMEOUT', 'The viewer has not answered.'), timeoutMs);
    greet();
  }

  call(method: string, args: unknown[]): Promise<unknown> {
    return this.ask((id) => ({ overlook: 1, type: 'call', id, method, args }));
  }

  on(event: string, handler: (detail: unknown) => void): () => void {
    const handlers = this.handlers.get(event) ?? new Set();
    this.handlers.set(event, handlers.add(handler));
    if (handlers.size === 1) this.listen('subscribe', event);
    return () => {
      if (handlers.delete(handler) && handlers.size === 0) this.listen('unsubscribe', event);
    };
  }

  end(code: string, message: string): void {
    clearInterval(this.greeting);
    clearTimeout(this.timeout);
    removeEventListener('message', this.hear);
    const error = new OverlookFrameError(code, message);
    this.settle.reject(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.handlers.clear();
  }

  private ask(message: (id: number) => HostMessage): Promise<unknown> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send(message(id));
    });
  }

  private listen(type: 'subscribe' | 'unsubscribe', event: string): void {
    this.ask((id) => ({ overlook: 1, type, id, event })).catch((error: unknown) => console.warn(error));
  }

  private send(message: HostMessage): void {
    // A frame that is still empty has the host's own origin: the browser then drops the message.
    this.frame.contentWindow?.postMessage(message, this.origin);
  }

  private readonly hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.frame.contentWindow || origin !== this.origin) return;
    if (isOurs(data)) this.take(data);
  };

  private take(message: FrameMessage): void {
    if (message.type === 'failed') return this.end(message.code, message.message);
    if (message.type === 'ready') {
      clearInterval(this.greeting);
      clearTimeout(this.timeout);
      return this.settle.resolve(undefined);
    }
    if (message.type === 'event') {
      for (const handler of this.handlers.get(message.event) ?? []) handler(message.detail);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === 'result') waiting?.resolve(message.value);
    else waiting?.reject(new OverlookFrameError(message.error.code, message.error.message));
  }
}

/** `api.camera.pose()` as the call `camera.pose`. It is no promise: `await` must not take it for one. */
function remote(client: FrameClient, path: string): unknown {
  return new Proxy(() => undefined, {
    get: (_target, key) =>
      typeof key === 'symbol' || key === 'then' ? undefined : remote(client, path === '' ? key : `${path}.${key}`),
    apply: (_target, _self, args: unknown[]) => {
      if (path === 'on') return client.on(args[0] as string, args[1] as (detail: unknown) => void);
      if (path === 'disconnect') return client.end('DISCONNECTED', 'The connection was ended.');
      return client.call(path, args);
    },
  });
}

/**
 * Connects to the viewer in a frame whose address is `/embed/<secret>` of an installation. Resolves once it is open. Rejects with
 * an {@link OverlookFrameError} where it does not open: its code is that of the server's answer, or `TIMEOUT`.
 */
export async function connectOverlook(
  frame: HTMLIFrameElement,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<OverlookFrameApi> {
  const client = new FrameClient(frame, timeoutMs);
  await client.ready;
  return remote(client, '') as OverlookFrameApi;
}
