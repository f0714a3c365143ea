import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { ImportRefusedError } from '../../../errors/import-refused.ts';

const WAY_ON = 'Take it again from where it is published, or take it out of the folder.';

/** A file of a grid, of which parts are read as they are needed. All its errors name it, the place in it and the way on. */
export class GridFile {
  readonly name: string;
  readonly sizeBytes: number;

  constructor(private readonly path: string) {
    this.name = basename(path);
    this.sizeBytes = statSync(path).size;
  }

  /** The bytes at a place, all of them. Throws `ImportRefusedError` where the file ends before. */
  read(at: number, bytes: number, what: string): Buffer {
    if (!(at >= 0 && bytes >= 0 && at + bytes <= this.sizeBytes))
      throw this.refusal(
        `byte ${at}`,
        `ends at byte ${this.sizeBytes}, but its ${what} would take ${bytes} bytes there.`,
      );
    const buffer = Buffer.alloc(bytes);
    const file = openSync(this.path, 'r');
    try {
      const read = readSync(file, buffer, 0, bytes, at);
      if (read < bytes) throw this.refusal(`byte ${at + read}`, `became shorter while its ${what} was read.`);
    } finally {
      closeSync(file);
    }
    return buffer;
  }

  refusal(place: string, reason: string): ImportRefusedError {
    return new ImportRefusedError(this.name, place, `${reason} ${WAY_ON}`);
  }
}
