/** `fetch` for a layer under test: returns files below `data/` of its folder, or the operator's response. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Origin of the installation during checks; the host name never resolves (RFC 2606). */
export const FOLDER_ORIGIN = 'http://layer.invalid';

interface FolderFetchOptions {
  readonly id: string;
  readonly folder: string;
  readonly answer: string | null;
}

export function folderFetch({ id, folder, answer }: FolderFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const accept = new Headers(init?.headers).get('accept') ?? '';
    const file = dataPath(folder, id, url);
    const isHere = file !== null && existsSync(file);
    const text = isHere ? await readFile(file) : answer;
    if (accept === 'text/event-stream') return events(text?.toString() ?? '', init?.signal ?? null);
    return text === null ? new Response('', { status: 404 }) : new Response(text);
  };
}

/** Whether a URL is below the data of the layer's folder; the file may not exist. */
export const isOfFolder = (folder: string, id: string, url: URL): boolean => dataPath(folder, id, url) !== null;

/** Like the server, only files below `data` are served. */
function dataPath(folder: string, id: string, url: URL): string | null {
  const prefix = `/layers/${id}/data/`;
  if (url.origin !== FOLDER_ORIGIN || !url.pathname.startsWith(prefix)) return null;
  const root = path.join(folder, 'data');
  const file = path.join(root, decodeURIComponent(url.pathname.slice(prefix.length)));
  return file.startsWith(root + path.sep) ? file : null;
}

/** A stream of server-sent events, one for each line. It stays open until the reader closes it. */
function events(text: string, signal: AbortSignal | null): Response {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      for (const line of lines) controller.enqueue(encoder.encode(`data: ${line}\n\n`));
      signal?.addEventListener('abort', () => controller.error(new DOMException('Left.', 'AbortError')), {
        once: true,
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
