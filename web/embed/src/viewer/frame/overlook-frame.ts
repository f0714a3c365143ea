/** Client for host pages of a viewer in a frame: `connectOverlook(iframe)`. It contains no part of the viewer and loads nothing. */
import type { OverlookViewerApi } from '../api/viewer-api.ts';
import type { FrameMessage, HostMessage } from './protocol.ts';
import type { Remote } from './remote.ts';

/**
 * The viewer's API over messages: each method returns a promise. Added layers are missing, because they are code, which cannot be
 * cloned.
 */
export type OverlookFrameApi = Remote<Omit<OverlookViewerApi, 'added'>> & {
  /** Ends the connection and rejects pending calls. The frame stays. */
  disconnect(): void;
};

/** The reason why a viewer did not open, or the error of a call. */
export class OverlookFrameError extends Error {
  override readonly name = 'OverlookFrameError';
  constructor(
    /** A code of the viewer (`docs/embedding/iframe.md`), `TIMEOUT` or `DISCONNECTED`. */
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

/** Interval of the `hello` messages: the frame may still be loading. */
const GREETING_EVERY_MS = 250;
const TIMEOUT_MS = 60_000;
/** Interval at which an open connection looks whether its frame is still in the page: removing a frame causes no event. */
const PRESENCE_EVERY_MS = 1000;

/** A message from the frame's window and origin with the protocol mark has the declared type. */
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
  private presence: ReturnType<typeof setInterval> | undefined;
  private ended: OverlookFrameError | null = null;

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
    clearInterval(this.presence);
    clearTimeout(this.timeout);
    removeEventListener('message', this.hear);
    const error = new OverlookFrameError(code, message);
    this.ended = error;
    this.settle.reject(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.handlers.clear();
  }

  /** Nobody answers for a frame that was removed from its page, which has no window. */
  private checkPresence(): void {
    if (!this.ended && !this.frame.contentWindow) this.end('DISCONNECTED', 'The frame was removed from its page.');
  }

  private ask(message: (id: number) => HostMessage): Promise<unknown> {
    this.checkPresence();
    if (this.ended) return Promise.reject(this.ended);
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
    // An empty frame still has the host's own origin: the browser then drops the message.
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
      this.presence ??= setInterval(() => this.checkPresence(), PRESENCE_EVERY_MS);
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

/** Converts `api.camera.pose()` to the call `camera.pose`. It has no `then`, so that `await` does not treat it as a promise. */
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
 * Connects to the viewer in a frame with the URL `/embed/<secret>` of an installation. Resolves once it is open. Rejects with an
 * {@link OverlookFrameError} if it does not open: the code is that of the server's response, or `TIMEOUT`.
 */
export async function connectOverlook(
  frame: HTMLIFrameElement,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<OverlookFrameApi> {
  const client = new FrameClient(frame, timeoutMs);
  await client.ready;
  return remote(client, '') as OverlookFrameApi;
}
