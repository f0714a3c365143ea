/** The messages between the main thread and the content worker. */
import { ContentError, MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { OwnArchive } from './archives/archive-kinds.ts';
import type { Band, BandPoints } from './band-points.ts';
import type { CompressedTextureSupport, ParsedContent } from './content.ts';
import { ContentHttpError } from './content-errors.ts';
import type { Subtree } from './implicit/subtree.ts';

/** The result of one load: a content, or another requested form: points of it, a subtree, plain JSON. */
export type Loaded =
  | ParsedContent
  | { type: 'band'; points: BandPoints }
  | { type: 'subtree'; subtree: Subtree }
  | { type: 'json'; json: unknown };
export type LoadKind = 'content' | 'subtree' | 'json';

export type WorkerRequest =
  | {
      type: 'load';
      id: number;
      kind: LoadKind;
      /** Absolute. */
      url: string;
      headers: Record<string, string>;
      /** Fields added to the address of every request. */
      query: Record<string, string>;
      upAxis: 'X' | 'Y' | 'Z';
      textureSupport: CompressedTextureSupport;
      /** Only the points of a content in this band are requested. */
      band?: Band;
      /** The bytes of the file, if they have been loaded already. */
      bytes?: ArrayBuffer;
      /** The file of the person that `url` is in. */
      archive?: OwnArchive;
    }
  | { type: 'abort'; id: number }
  /** The browser shows bitmaps of a worker that are transferred: from now on they are not copied. */
  | { type: 'transferBitmaps' }
  /** An archive is no longer shown. */
  | { type: 'close'; archiveId: number };

export type WorkerReply =
  | { id: number; loaded: Loaded; error?: never; decoding?: never; probe?: never }
  | { id: number; error: ErrorMessage; loaded?: never; decoding?: never; probe?: never }
  | DecodingReply
  | ProbeReply;

/** The first message of a worker: a bitmap as those of textures, to try whether transferred ones are shown. */
export interface ProbeReply {
  probe: ImageBitmap;
  id?: never;
  loaded?: never;
  error?: never;
  decoding?: never;
}

/** A compiled decoder, which cannot be interrupted, starts or has returned. */
export interface DecodingReply {
  id: number;
  decoding: boolean;
  loaded?: never;
  error?: never;
  probe?: never;
}

/** An error as plain data: structured cloning keeps neither classes nor own fields. */
export interface ErrorMessage {
  name: string;
  message: string;
  url?: string;
  status?: number;
  place?: string;
  reason?: string;
}

export function toErrorMessage(error: unknown): ErrorMessage {
  if (error instanceof ContentHttpError) {
    return { name: error.name, message: error.message, url: error.url, status: error.status };
  }
  if (error instanceof ContentError) {
    return { name: error.name, message: error.message, place: error.place, reason: error.reason };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

/** The inverse of {@link toErrorMessage}: an error with the same class and fields. */
export function fromErrorMessage({ name, message, url, status, place = '', reason = '' }: ErrorMessage): Error {
  if (name === 'UnsupportedContentError') return new UnsupportedContentError(place, reason);
  if (name === 'MalformedContentError') return new MalformedContentError(place, reason);
  const error = name === 'ContentHttpError' ? new ContentHttpError(url ?? '', status ?? 0) : new Error(message);
  error.name = name;
  error.message = message;
  return error;
}

/** Everything in a content that moves rather than being copied: array buffers and, if wanted, images, each once. */
export function transferablesOf(content: Loaded, transfersBitmaps: boolean): Transferable[] {
  if (content.type === 'tileset' || content.type === 'json') return [];
  if (content.type === 'subtree') {
    const { tiles, contents, childSubtrees } = content.subtree;
    return [tiles, childSubtrees, ...contents].flatMap(({ bits }) => (bits ? [bits.buffer as ArrayBuffer] : []));
  }
  if (content.type === 'band') return bandBuffers(content.points);
  const found = new Set<Transferable>();
  const add = (array: ArrayBufferView | null | undefined) => {
    if (array) found.add(array.buffer as ArrayBuffer);
  };
  for (const primitive of content.content.primitives) {
    for (const attribute of [primitive.positions, primitive.colors, primitive.normals, primitive.featureIds]) {
      add(attribute?.value);
    }
    add(primitive.matrix);
    if (primitive.kind === 'points') {
      for (const array of [primitive.scan?.packed, primitive.sample.positions, primitive.sample.packed]) add(array);
    } else {
      for (const array of [
        primitive.uvs?.value,
        primitive.secondUvs?.value,
        primitive.indices,
        primitive.instances,
        primitive.instanceFeatureIds,
      ]) {
        add(array);
      }
    }
  }
  for (const texture of content.content.textures) {
    if (texture.kind === 'bitmap') {
      if (transfersBitmaps) found.add(texture.bitmap);
    } else for (const level of texture.levels) add(level.data);
  }
  return [...found];
}

const bandBuffers = ({ positions, colors, classes }: BandPoints): Transferable[] =>
  [positions, colors, classes].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));

/** Frees the images of a content that will not be drawn, or that were copied. */
export function closeBitmaps(content: Loaded): void {
  if (content.type !== 'content') return;
  for (const texture of content.content.textures) if (texture.kind === 'bitmap') texture.bitmap.close();
}
