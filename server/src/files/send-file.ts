import { setMaxListeners } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { AppError } from '../errors/app-error.ts';
import type { ByteRange } from '../storage/objects/object-store.ts';
import { acceptedCodings, type ByteSource, type StoredFile } from './stored-file.ts';

/**
 * The range of a `Range` header in a representation of `sizeBytes` (RFC 9110 §14): one range, `'unsatisfiable'`, or
 * null for no header, an invalid header and several ranges: the answer is then the whole file, as the standard allows.
 */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [from, to] = [match[1]!, match[2]!];
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}

/** Files up to this size are read whole, which is faster than a stream. */
const READ_WHOLE_BYTES = 512 * 1024;

/** Media types by ending; anything else is a stream of bytes. */
const MEDIA_TYPES: Record<string, string> = {
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.pdf': 'application/pdf',
  '.gltf': 'model/gltf+json',
  '.glb': 'model/gltf-binary',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.tif': 'image/tiff',
  '.heic': 'image/heic',
  '.ktx2': 'image/ktx2',
};

/**
 * A file as a stream that ends with its connection. An answer that waits behind another one of the same connection is not
 * informed when the connection closes, and would keep its file open for ever.
 */
async function streamOf({ raw: { socket } }: FastifyRequest, source: ByteSource, range?: ByteRange): Promise<Readable> {
  const stream = await source.stream(range);
  const end = () => void stream.destroy();
  // A connection has one listener for each running answer.
  setMaxListeners(0, socket);
  if (socket.destroyed) end();
  else socket.once('close', end);
  stream.once('close', () => socket.off('close', end));
  return stream;
}

const bytesOf = (request: FastifyRequest, source: ByteSource) =>
  source.sizeBytes <= READ_WHOLE_BYTES ? source.whole() : streamOf(request, source);

/** Whether the client has this already (RFC 9110 §13.1.2, §13.1.3). The coding's ending of a tag does not matter. */
function isKnown({ headers }: FastifyRequest, file: StoredFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((one) => {
      const tag = one.trim().replace(/^W\//, '');
      return tag === '*' || tag.replace(/^"|"$/g, '').replace(/\.(?:br|gzip)$/, '') === file.tag;
    });
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(file.modifiedAt.getTime() / 1000) * 1000 <= since;
}

/**
 * A range is valid only for the version of the file whose other parts the client has (`If-Range`, RFC 9110 §13.1.5).
 */
function rangeOf({ headers, method }: FastifyRequest, file: StoredFile): ReturnType<typeof parseRange> {
  const only = headers['if-range'];
  if (method !== 'GET' || (only !== undefined && only !== `"${file.tag}"`)) return null;
  return parseRange(headers.range, file.sizeBytes);
}

async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { first, last }: ByteRange,
): Promise<FastifyReply> {
  const stream = await streamOf(request, file, { first, last });
  void reply
    .code(206)
    .header('Content-Range', `bytes ${first}-${last}/${file.sizeBytes}`)
    .header('Content-Length', last - first + 1)
    .header('ETag', `"${file.tag}"`);
  return reply.send(stream);
}

/**
 * Answers with a file: byte ranges, `ETag` and 304, and the pre-compressed neighbour that the client accepts, which is
 * never combined with a range. The caller sets the caching headers, because it knows whether the address is immutable,
 * and the media type of a file whose name does not end in it.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  mediaType = MEDIA_TYPES[extname(file.name).toLowerCase()] ?? 'application/octet-stream',
): Promise<FastifyReply> {
  void reply.header('Accept-Ranges', 'bytes').header('Last-Modified', file.modifiedAt.toUTCString()).type(mediaType);
  if (file.variants.length > 0)
    void reply.header('Vary', [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', '));

  const range = rangeOf(request, file);
  if (range === 'unsatisfiable') {
    void reply.header('Content-Range', `bytes */${file.sizeBytes}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', REQUESTS_MESSAGES['request.rangeMissing']);
  }
  const taken = range ? [] : acceptedCodings(request.headers['accept-encoding']);
  const variant = taken.map((coding) => file.variants.find((one) => one.coding === coding)).find((one) => one);
  const tag = variant ? `"${file.tag}.${variant.coding.name}"` : `"${file.tag}"`;
  if (isKnown(request, file)) return reply.code(304).header('ETag', tag).removeHeader('content-type').send();
  if (range) return sendRange(request, reply, file, range);

  const source = variant?.source ?? file;
  const body = request.method === 'HEAD' ? undefined : await bytesOf(request, source);
  if (variant) void reply.header('Content-Encoding', variant.coding.name);
  void reply.header('ETag', tag).header('Content-Length', source.sizeBytes);
  return reply.send(body);
}
