/**
 * The worker side: fetches a content and everything it refers to, parses it and hands it over without copying. Several
 * contents are under way at once; an abort stops the fetch and drops what has been parsed.
 */
import type { ParsedContent } from './content.ts';
import { fileNameOf } from './content-errors.ts';
import {
  closeBitmaps,
  toErrorMessage,
  transferablesOf,
  type WorkerReply,
  type WorkerRequest,
} from './content-protocol.ts';
import { browserPlatform } from './browser-platform.ts';
import { parseContent } from './parse-content.ts';

const underWay = new Map<number, AbortController>();

async function load(request: Extract<WorkerRequest, { type: 'load' }>, signal: AbortSignal): Promise<ParsedContent> {
  const { url, headers, upAxis, textureSupport } = request;
  const platform = browserPlatform(headers, signal);
  const bytes = await platform.fetchBytes(url);
  return parseContent(bytes, { url, name: fileNameOf(url), upAxis, textureSupport, platform, signal });
}

const reply = (message: WorkerReply, transfer: Transferable[]) => self.postMessage(message, { transfer });

self.addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'abort') {
    underWay.get(data.id)?.abort();
    underWay.delete(data.id);
    return;
  }
  const controller = new AbortController();
  underWay.set(data.id, controller);
  try {
    const content = await load(data, controller.signal);
    if (controller.signal.aborted) closeBitmaps(content);
    else reply({ id: data.id, content }, transferablesOf(content));
  } catch (error) {
    if (!controller.signal.aborted) reply({ id: data.id, error: toErrorMessage(error) }, []);
  } finally {
    underWay.delete(data.id);
  }
});
