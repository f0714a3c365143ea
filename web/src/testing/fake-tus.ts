import { vi } from 'vitest';

/** What a request of a page asked for. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly offset: number;
  readonly authorization: string | null;
}

/** A server of tus 1.0 in place of the network: it holds the bytes of uploads by their path. */
export class FakeTus {
  readonly asked: Asked[] = [];
  readonly #uploads = new Map<string, { bytes: Uint8Array<ArrayBuffer>; size: number }>();
  /** No request is answered. */
  isOffline = false;
  /** Called before an answer; a status that it gives is the answer, with the sentence. */
  before: (asked: Asked) => { status: number; error: string } | null | Promise<null> = () => null;

  /** Answers the requests of the page from now on. The uploads with these sizes exist. */
  static start(uploads: Record<string, number>): FakeTus {
    const server = new FakeTus();
    for (const [path, size] of Object.entries(uploads))
      server.#uploads.set(`/api/uploads/${path}`, { bytes: new Uint8Array(0), size });
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends FakeRequest {
        override readonly server = server;
      },
    );
    return server;
  }

  bytesOf(id: string): Uint8Array<ArrayBuffer> {
    return this.#uploads.get(`/api/uploads/${id}`)!.bytes;
  }

  keep(id: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#uploads.get(`/api/uploads/${id}`)!.bytes = bytes;
  }

  remove(id: string): void {
    this.#uploads.delete(`/api/uploads/${id}`);
  }

  async answer(asked: Asked, body: Blob | null) {
    this.asked.push(asked);
    const refusal = await this.before(asked);
    if (refusal) return { status: refusal.status, text: JSON.stringify(refusal), headers: {} };
    const upload = this.#uploads.get(asked.path);
    if (!upload) return { status: 404, text: '{}', headers: {} };
    if (asked.method === 'PATCH') {
      if (asked.offset !== upload.bytes.length) return { status: 409, text: '{}', headers: {} };
      const more = new Uint8Array(await body!.arrayBuffer());
      const all = new Uint8Array(upload.bytes.length + more.length);
      all.set(upload.bytes);
      all.set(more, upload.bytes.length);
      upload.bytes = all;
    }
    const headers = { 'upload-offset': String(upload.bytes.length), 'upload-length': String(upload.size) };
    return { status: asked.method === 'HEAD' ? 200 : 204, text: '', headers };
  }
}

/** As much of XMLHttpRequest as tus uses. */
class FakeRequest {
  readonly server!: FakeTus;
  readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: (event: unknown) => void;
  status = 0;
  responseText = '';
  #method = '';
  #path = '';
  #isAborted = false;
  readonly #sent = new Map<string, string>();
  #answered: Record<string, string> = {};

  open(method: string, path: string): void {
    this.#method = method;
    this.#path = path;
  }
  setRequestHeader(name: string, value: string): void {
    this.#sent.set(name.toLowerCase(), value);
  }
  getResponseHeader = (name: string): string | null => this.#answered[name.toLowerCase()] ?? null;
  abort(): void {
    this.#isAborted = true;
  }
  send(body: Blob | null): void {
    void this.#run(body);
  }
  async #run(body: Blob | null): Promise<void> {
    await Promise.resolve();
    if (this.server.isOffline) return this.onerror?.(new Event('error'));
    const asked = {
      method: this.#method,
      path: this.#path,
      offset: Number(this.#sent.get('upload-offset') ?? 0),
      authorization: this.#sent.get('authorization') ?? null,
    };
    const { status, text, headers } = await this.server.answer(asked, body);
    if (this.#isAborted) return;
    if (body) this.upload.onprogress?.({ lengthComputable: true, loaded: body.size });
    this.status = status;
    this.responseText = text;
    this.#answered = headers;
    this.onload?.();
  }
}
