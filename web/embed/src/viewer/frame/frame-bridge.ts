import { type FrameError, type FrameMessage, type HostMessage, readHostMessage } from './protocol.ts';

/** The interface of a viewer for the host: named functions, and events with one handler each. */
export interface BridgedApi {
  /** Methods by name, with a dot between parts: `camera.pose`. */
  readonly methods: Readonly<Record<string, (...args: never[]) => unknown>>;
  readonly events: readonly string[];
  /** Returns a function that unsubscribes. */
  readonly on: (event: string, handler: (detail: unknown) => void) => () => void;
}

/**
 * Answers the host page of a frame. It accepts messages only from the parent window, and after the first `hello` only from its
 * origin, and sends only to this origin. The viewer opens only for the origins of its embed. Any other host, which the browser
 * should not have allowed to frame the page, learns at most that the view cannot be shown.
 */
export class FrameBridge {
  private api: BridgedApi | null = null;
  private failure: { code: string; message: string } | null = null;
  private origin: string | null = null;
  private origins: readonly string[] = [];
  private readonly ends = new Map<string, () => void>();

  /** `window` is the window in the frame; its parent is the host. */
  constructor(private readonly window: Window) {
    window.addEventListener('message', this.hear);
  }

  /** Announces the open viewer, for hosts of these origins. */
  open(api: BridgedApi, origins: readonly string[]): void {
    this.close();
    this.origins = origins;
    this.api = api;
    this.failure = null;
    this.greet();
  }

  /** Reports that the viewer cannot open or has ended. */
  fail(code: string, message: string): void {
    this.close();
    this.failure = { code, message };
    this.greet();
  }

  destroy(): void {
    this.close();
    this.window.removeEventListener('message', this.hear);
  }

  private close(): void {
    for (const end of this.ends.values()) end();
    this.ends.clear();
    this.api = null;
  }

  private readonly hear = ({ source, origin, data }: MessageEvent): void => {
    const { window } = this;
    if (source !== window.parent || window.parent === window) return;
    const message = readHostMessage(data);
    if (!message) return;
    this.origin ??= origin;
    if (origin !== this.origin) return;
    if (message.type === 'hello') this.greet();
    else void this.answer(message);
  };

  private greet(): void {
    if (this.failure) this.send({ overlook: 1, type: 'failed', ...this.failure });
    else if (this.api && this.isAllowed()) {
      const { methods, events } = this.api;
      this.send({ overlook: 1, type: 'ready', methods: Object.keys(methods), events });
    }
  }

  private async answer(message: Exclude<HostMessage, { type: 'hello' }>): Promise<void> {
    const { id } = message;
    try {
      const value = message.type === 'call' ? await this.call(message.method, message.args) : this.listen(message);
      this.send({ overlook: 1, type: 'result', id, value });
    } catch (error) {
      this.send({ overlook: 1, type: 'error', id, error: describe(error) });
    }
  }

  private call(name: string, args: unknown[]): unknown {
    const { methods } = this.opened();
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) throw new UnknownNameError('UNKNOWN_METHOD', `There is no method ${name}.`);
    // A method checks what the page of another origin sends.
    return method(...(args as never[]));
  }

  private listen({ type, event }: { type: 'subscribe' | 'unsubscribe'; event: string }): void {
    const { events, on } = this.opened();
    if (!events.includes(event)) throw new UnknownNameError('UNKNOWN_EVENT', `There is no event ${event}.`);
    this.ends.get(event)?.();
    this.ends.delete(event);
    if (type === 'subscribe')
      this.ends.set(
        event,
        on(event, (detail) => this.send({ overlook: 1, type: 'event', event, detail })),
      );
  }

  private opened(): BridgedApi {
    if (!this.api || !this.isAllowed()) throw new Error(this.failure?.message ?? 'The viewer is not open yet.');
    return this.api;
  }

  private isAllowed(): boolean {
    return this.origin !== null && this.origins.includes(this.origin);
  }

  private send(message: FrameMessage): void {
    if (this.origin === null) return;
    const { parent } = this.window;
    try {
      parent.postMessage(message, this.origin);
    } catch (error) {
      // A value that cannot be cloned is answered with the error, so that the call does not wait forever.
      if (message.type !== 'result') throw error;
      const { id } = message;
      parent.postMessage(
        { overlook: 1, type: 'error', id, error: describe(error) } satisfies FrameMessage,
        this.origin,
      );
    }
  }
}

class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError';
  constructor(
    readonly code: FrameError['code'],
    message: string,
  ) {
    super(message);
  }
}

const describe = (error: unknown): FrameError => ({
  code: error instanceof UnknownNameError ? error.code : 'FAILED',
  message: error instanceof Error ? error.message : String(error),
});
