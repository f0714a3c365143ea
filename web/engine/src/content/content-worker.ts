/**
 * The worker side: fetches a content and everything it refers to, parses it and transfers it without copying. Several
 * contents are loaded at the same time; an abort stops the fetch and drops parsed data.
 */
import { SIGNED_ADDRESSES, SignedAddresses } from '@overlook/shared/signed-addresses';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { OpenArchives } from './archives/own-archive.ts';
import { Late } from '../late.ts';
import { pointsInBand } from './band-points.ts';
import { fileNameOf } from './content-errors.ts';
import {
  closeBitmaps,
  type Loaded,
  toErrorMessage,
  transferablesOf,
  type WorkerReply,
  type WorkerRequest,
} from './content-protocol.ts';
import { browserPlatform, decodeTexture } from './browser-platform.ts';
import { parseSubtree } from './implicit/subtree.ts';
import { parseContent } from './parse-content.ts';
import { unpackedGzip } from './unpacked-gzip.ts';
import { probePicture } from './probe-picture.ts';

/** The requested feature property: the `id` of a feature is unique in its whole layer. */
const PROPERTIES = ['id'];

const signedAddresses = new SignedAddresses(() => performance.now(), new BroadcastChannel(SIGNED_ADDRESSES.channel));
const underWay = new Map<number, AbortController>();
/** Files of the person that are open here; their reader is fetched with the first. */
const archives = new Late<OpenArchives>({
  load: async () => {
    const { OpenArchives: Archives } = await import('./archives/own-archive.ts');
    return () => new Archives();
  },
});
/** WebKitGTK uploads nothing from a transferred bitmap: bitmaps are copied until the page has seen that it gets them. */
let transfersBitmaps = false;

async function load(request: Extract<WorkerRequest, { type: 'load' }>, signal: AbortSignal): Promise<Loaded> {
  const { kind, url, headers, query, upAxis, textureSupport, band } = request;
  const ofBrowser = browserPlatform({ headers, query, signal, signedAddresses }, (decoding) =>
    reply({ id: request.id, decoding }, []),
  );
  const archive = request.archive ? await (await archives.get()).get(request.archive) : null;
  const platform = archive
    ? { ...ofBrowser, fetchBytes: (address: string) => archive.read(address, signal) }
    : ofBrowser;
  const context = { url, name: fileNameOf(url), upAxis, textureSupport, platform, signal, properties: PROPERTIES };
  if (archive && kind === 'content' && !band) return archive.parse(context);
  const bytes = request.bytes ? new Uint8Array(request.bytes) : await platform.fetchBytes(url);
  if (kind === 'json') return { type: 'json', json: readJson(await unpackedGzip(bytes, context.name), context.name) };
  if (kind === 'subtree')
    return { type: 'subtree', subtree: await parseSubtree(await unpackedGzip(bytes, context.name), context) };
  const parsed = await parseContent(bytes, context);
  if (!band || parsed.type !== 'content') return parsed;
  closeBitmaps(parsed);
  return { type: 'band', points: pointsInBand(parsed.content, band) };
}

function readJson(bytes: Uint8Array, name: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new MalformedContentError(name, 'is not valid JSON.');
  }
}

async function sendProbe(): Promise<void> {
  const probe = await decodeTexture(probePicture(), 'image/png');
  reply({ probe }, [probe]);
}

const reply = (message: WorkerReply, transfer: Transferable[]) => self.postMessage(message, { transfer });

self.addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'close') return (await archives.loading)?.close(data.archiveId);
  if (data.type === 'transferBitmaps') {
    transfersBitmaps = true;
    return;
  }
  if (data.type === 'abort') {
    underWay.get(data.id)?.abort();
    underWay.delete(data.id);
    return;
  }
  const controller = new AbortController();
  underWay.set(data.id, controller);
  try {
    const loaded = await load(data, controller.signal);
    if (controller.signal.aborted) closeBitmaps(loaded);
    else {
      reply({ id: data.id, loaded }, transferablesOf(loaded, transfersBitmaps));
      // A copied bitmap is of no more use here; a transferred one is closed already.
      closeBitmaps(loaded);
    }
  } catch (error) {
    if (!controller.signal.aborted) reply({ id: data.id, error: toErrorMessage(error) }, []);
  } finally {
    underWay.delete(data.id);
  }
});

// A browser that cannot decode it copies bitmaps for good.
sendProbe().catch(() => undefined);
