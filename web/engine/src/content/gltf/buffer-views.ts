import { MalformedContentError } from '@overlook/shared/tiles3d';

/** The bytes that a buffer view (or a meshopt extension, which has the same fields) refers to. */
export function viewBytes(
  view: { buffer: number; byteOffset?: number; byteLength: number },
  buffers: (Uint8Array | null)[],
  where: string,
): Uint8Array {
  const buffer = buffers[view.buffer];
  const start = view.byteOffset ?? 0;
  const end = start + view.byteLength;
  if (!buffer) throw new MalformedContentError(where, `buffer ${view.buffer} is not there.`);
  if (!(start >= 0 && view.byteLength >= 0 && end <= buffer.byteLength)) {
    throw new MalformedContentError(where, `bytes ${start} to ${end} lie outside its buffer of ${buffer.byteLength}.`);
  }
  return buffer.subarray(start, end);
}
