import { bytesSource } from '../objects/object-sources.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { CHUNK_BYTES, chunkKey } from './upload-chunks.ts';

/** The delivery was cancelled or published while its bytes came. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
}

interface ChunkWriting {
  readonly objects: ObjectStore;
  readonly id: string;
  readonly offset: number;
  /** Offset at which the chunk that has it ends, at the latest. */
  endFor(offset: number): number;
  /** Called after each chunk with the new offset; false where the delivery is not there any more. */
  onStored(offset: number): Promise<boolean>;
}

/**
 * Stores a stream as chunks from `offset` on, of which one at a time is in memory; the last one has what came until the stream ended. Bytes behind the
 * last end are not taken. Resolves to the new offset. Throws `StoreFailedError`, and `UploadGoneError`, when nothing of it is left.
 */
export async function writeChunks(
  stream: AsyncIterable<Buffer>,
  { objects, id, offset, endFor, onStored }: ChunkWriting,
): Promise<number> {
  const writer = createWriter({ objects, id, offset, endFor, onStored });
  for await (const bytes of stream) if (!(await writer.write(bytes))) break;
  await writer.store();
  return writer.offset();
}

function createWriter({ objects, id, offset, endFor, onStored }: ChunkWriting) {
  let startByte = offset;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const store = async () => {
    if (waitingBytes === 0) return;
    const endByte = startByte + waitingBytes;
    const key = chunkKey(id, startByte, endByte);
    await objects.put(key, bytesSource(Buffer.concat(waiting)));
    [startByte, waiting, waitingBytes] = [endByte, [], 0];
    if (await onStored(endByte)) return;
    // Who removed the delivery has not seen this chunk.
    await objects.delete(key);
    throw new UploadGoneError(`delivery ${id} is not there any more`);
  };
  return {
    offset: () => startByte,
    store,
    /** False where all bytes of the delivery are there. */
    async write(bytes: Buffer): Promise<boolean> {
      for (let rest = bytes; rest.length > 0;) {
        const room = Math.min(endFor(startByte), startByte + CHUNK_BYTES) - startByte - waitingBytes;
        if (room === 0) return false;
        const taken = rest.subarray(0, room);
        waiting.push(taken);
        waitingBytes += taken.length;
        rest = rest.subarray(taken.length);
        if (taken.length === room) await store();
      }
      return true;
    },
  };
}
