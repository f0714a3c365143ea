/** The web server for the page that draws a layer: serves the page, the folder of the layer and the responses of its source. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FOLDER_ORIGIN, folderFetch } from '../folder-fetch.ts';

interface CheckServerOptions {
  readonly id: string;
  readonly folder: string;
  /** Paths of the code files that the manifest names. */
  readonly files: readonly string[];
  readonly answer: string | null;
  /** Folder of the built page. */
  readonly pageDir: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** URL of axe-core, the accessibility checker. */
const AXE_URL = '/axe.js';
const PAGE_URL = '/layer-check.html';

export class CheckServer {
  private constructor(
    private readonly server: Server,
    private readonly options: CheckServerOptions,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: CheckServerOptions): Promise<CheckServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CheckServer(server, options);
  }

  get pageUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${PAGE_URL}`;
  }

  get axeUrl(): string {
    return AXE_URL;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', FOLDER_ORIGIN);
    const file = this.fileOf(pathname);
    const bytes = file && (await readFile(file).catch(() => null));
    if (file && bytes) {
      response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes);
      return;
    }
    const { id, folder, answer } = this.options;
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const headers = { accept: request.headers.accept ?? '' };
    const asked = folderFetch({ id, folder, answer })(`${FOLDER_ORIGIN}${pathname}${search}`, {
      headers,
      signal: leaving.signal,
    });
    const { status, headers: told, body } = await asked;
    response.writeHead(status, Object.fromEntries(told));
    // The stream of the page's types is the one of Node's.
    if (body) await pipeline(Readable.fromWeb(body as never), response);
    else response.end();
  }

  /** Returns the path of a file of the page or of the layer's code; null for other paths. */
  private fileOf(pathname: string): string | null {
    const { id, folder, files, pageDir } = this.options;
    if (pathname === AXE_URL) return fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
    const code = `/layers/${id}/`;
    if (pathname.startsWith(code)) {
      const name = decodeURIComponent(pathname.slice(code.length));
      return files.includes(name) ? path.join(folder, name) : null;
    }
    const file = path.join(pageDir, path.normalize(decodeURIComponent(pathname)));
    return file.startsWith(pageDir + path.sep) && path.extname(file) !== '' ? file : null;
  }
}
