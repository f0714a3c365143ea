import type { Readable, Writable } from 'node:stream';

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: Fields) => void;
  readonly reject: (error: Error) => void;
}

/** Maximum message length, above the size of any response that the checks expect. */
const MESSAGE_LONGEST = 16 * 1024 * 1024;

/** Calls to a browser by the Chrome DevTools Protocol. */
export class DevtoolsPipe {
  private nextId = 1;
  private readonly calls = new Map<number, Waiting>();
  private readonly events = new Map<string, Waiting[]>();
  private failure: Error | null = null;
  private rest = '';

  constructor(
    private readonly input: Writable,
    output: Readable,
  ) {
    input.on('error', (error) => this.end(error));
    output.setEncoding('utf8').on('data', (text: string) => this.read(text));
  }

  /** Rejects with the error of the browser, and when the browser has ended. */
  call(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    if (this.failure) return Promise.reject(this.failure);
    const id = this.nextId++;
    this.input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }));
  }

  /** Resolves at the next event with this name. */
  event(method: string): Promise<Fields> {
    return new Promise((resolve, reject) =>
      this.events.set(method, [...(this.events.get(method) ?? []), { resolve, reject }]),
    );
  }

  /** Rejects all pending calls and events. */
  end(failure: Error): void {
    this.failure ??= failure;
    for (const { reject } of [...this.calls.values(), ...[...this.events.values()].flat()]) reject(this.failure);
    this.calls.clear();
    this.events.clear();
  }

  private read(text: string): void {
    const parts = (this.rest + text).split('\0');
    this.rest = parts.pop()!;
    if (this.rest.length > MESSAGE_LONGEST) return this.end(new Error('The browser sends more than it was asked for.'));
    for (const part of parts) this.hear(JSON.parse(part) as Message);
  }

  private hear({ id, method, result = {}, error }: Message): void {
    if (id !== undefined) {
      const call = this.calls.get(id);
      this.calls.delete(id);
      if (error) call?.reject(new Error(error.message));
      else call?.resolve(result);
    } else if (method !== undefined) {
      for (const { resolve } of this.events.get(method) ?? []) resolve({});
      this.events.delete(method);
    }
  }
}
