import { type FileHandle, open } from 'node:fs/promises';
import type { FileBytes, PointFile as AnyPointFile } from '@overlook/shared/point-files';
import { ImportRefusedError } from '../../../errors/import-refused.ts';

/** A file on the disk. Throws `ImportRefusedError`. */
export class PointFile implements AnyPointFile {
  private constructor(
    /** The file as messages name it. */
    readonly name: string,
    readonly sizeBytes: number,
    private readonly handle: FileHandle,
  ) {}

  static async open(path: string, name: string): Promise<PointFile> {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      return new PointFile(name, size, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Opens a file and creates a source with `make`; closes the file when that throws. */
  static async with<T>(path: string, name: string, make: (file: PointFile) => Promise<T>): Promise<T> {
    const file = await PointFile.open(path, name);
    try {
      return await make(file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The bytes from `at` on; `what` names them when the file ends before them. Throws `ImportRefusedError`. */
  async read(at: number, length: number, what: string): Promise<Buffer> {
    this.within(at, length, what);
    return this.into(Buffer.allocUnsafe(length), at, length, what);
  }

  /** The same into the first bytes of a buffer that the caller keeps. */
  async into<Bytes extends FileBytes>(buffer: Bytes, at: number, length: number, what: string): Promise<Bytes> {
    this.within(at, length, what);
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.handle.read(buffer, done, length - done, at + done);
      if (bytesRead === 0) throw this.refusal(what, 'The file became shorter while it was read.');
      done += bytesRead;
    }
    return buffer.subarray(0, length) as Bytes;
  }

  allocate(length: number): Buffer {
    return Buffer.allocUnsafeSlow(length);
  }

  /** Throws unless the file has `length` bytes from `at` on. */
  within(at: number, length: number, what: string): void {
    const isInside = Number.isSafeInteger(at) && Number.isSafeInteger(length) && at >= 0 && length >= 0;
    if (!isInside || at + length > this.sizeBytes)
      throw this.refusal(
        what,
        `The file is cut off or damaged: ${length} bytes from byte ${at} on are needed, and it has ${this.sizeBytes}.`,
      );
  }

  refusal(place: string, reason: string): ImportRefusedError {
    return new ImportRefusedError(this.name, place, reason);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
