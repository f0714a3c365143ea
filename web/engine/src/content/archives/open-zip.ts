import { type ArchiveSource, ZipArchive } from '@overlook/shared/archives';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { inflateRaw } from './inflate.ts';
import { type RemoteFile, RemoteSource } from './remote-file.ts';

/** Opens a ZIP archive of the person, or at an address. Rejects as {@link ZipArchive.open} and the reading of its bytes do. */
export const openZip = (file: Blob | RemoteFile, name: string): Promise<ZipArchive> =>
  ZipArchive.open(file instanceof Blob ? new BlobSource(file) : new RemoteSource(file), name, inflateRaw);

class BlobSource implements ArchiveSource {
  constructor(private readonly blob: Blob) {}

  get sizeBytes(): number {
    return this.blob.size;
  }

  async read(from: number, to: number, where: string): Promise<ArrayBuffer> {
    try {
      return await this.blob.slice(from, to).arrayBuffer();
    } catch {
      throw new MalformedContentError(where, 'The file cannot be read any more.');
    }
  }
}
