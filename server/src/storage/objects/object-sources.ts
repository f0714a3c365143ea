import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DamagedObjectError, type ObjectSource } from './object-store.ts';

/** The hash of a stream, hexadecimal. */
export async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A file as a source; without `sha256` it is read once more. */
export async function fileSource(path: string, sha256?: string): Promise<ObjectSource> {
  return {
    sizeBytes: (await stat(path)).size,
    sha256: sha256 ?? (await sha256Of(createReadStream(path))),
    open: () => createReadStream(path),
  };
}

export const bytesSource = (bytes: Uint8Array): ObjectSource => ({
  sizeBytes: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  open: () => Readable.from([bytes]),
});

/**
 * The bytes of a source in pieces of `pieceBytes`, the last one shorter; one empty piece of an empty source. Throws `DamagedObjectError` before
 * the last piece where length or hash are not those announced.
 */
export async function* checkedPieces(source: ObjectSource, pieceBytes: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let [sizeBytes, waitingBytes] = [0, 0];
  let waiting: Buffer[] = [];
  for await (const chunk of source.open()) {
    let rest = Buffer.from(chunk as Uint8Array);
    hash.update(rest);
    sizeBytes += rest.length;
    if (sizeBytes > source.sizeBytes) throw new DamagedObjectError(`has more than ${source.sizeBytes} bytes`);
    // A full piece is given only when more follows, so that the last one is checked before it is given.
    while (waitingBytes + rest.length > pieceBytes) {
      const taken = rest.subarray(0, pieceBytes - waitingBytes);
      yield Buffer.concat([...waiting, taken]);
      rest = rest.subarray(taken.length);
      [waiting, waitingBytes] = [[], 0];
    }
    waiting.push(rest);
    waitingBytes += rest.length;
  }
  if (sizeBytes !== source.sizeBytes)
    throw new DamagedObjectError(`has ${sizeBytes} bytes instead of ${source.sizeBytes}`);
  const sha256 = hash.digest('hex');
  if (sha256 !== source.sha256) throw new DamagedObjectError(`has the hash ${sha256} instead of ${source.sha256}`);
  yield Buffer.concat(waiting);
}
