import { type FileBytes, PlainBytes, type PointFile } from '@overlook/shared/point-files';

/** A file that cannot be shown; the message names the file, the place in it and the reason. */
class CloudFileError extends Error {
  override readonly name = 'CloudFileError';
}

/** A file that a person has chosen, read in the browser. */
export class BlobFile implements PointFile {
  readonly sizeBytes: number;

  constructor(
    private readonly blob: Blob,
    readonly name: string,
  ) {
    this.sizeBytes = blob.size;
  }

  async read(at: number, length: number, what: string): Promise<FileBytes> {
    this.within(at, length, what);
    try {
      return new PlainBytes(await this.blob.slice(at, at + length).arrayBuffer());
    } catch {
      throw this.refusal(what, 'The file cannot be read any more.');
    }
  }

  async into(buffer: FileBytes, at: number, length: number, what: string): Promise<FileBytes> {
    buffer.set(await this.read(at, length, what));
    return buffer.subarray(0, length);
  }

  allocate(length: number): FileBytes {
    return new PlainBytes(new ArrayBuffer(length));
  }

  within(at: number, length: number, what: string): void {
    const isInside = Number.isSafeInteger(at) && Number.isSafeInteger(length) && at >= 0 && length >= 0;
    if (!isInside || at + length > this.sizeBytes)
      throw this.refusal(what, `The file is cut off or damaged: it ends at byte ${this.sizeBytes}.`);
  }

  refusal(place: string, reason: string): Error {
    return new CloudFileError(`${this.name}${place === '' ? '' : `, ${place}`}: ${reason}`);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
