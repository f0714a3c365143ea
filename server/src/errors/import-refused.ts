import { ContentError } from '@overlook/shared/tiles3d';

/**
 * A source that is not published. `file` is the faulty file (relative to the source folder), `place` the position in it,
 * `reason` a sentence about the fault. Nothing has been stored when this is thrown.
 */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  readonly file: string;
  readonly place: string;
  readonly reason: string;

  /** Long texts are cut, because names and values come from the file. */
  constructor(file: string, place: string, reason: string) {
    const [shortFile, shortPlace, shortReason] = [cut(file, 300), cut(place, 300), cut(reason, 700)];
    super(place === '' ? `${shortFile}: ${shortReason}` : `${shortFile}, ${shortPlace}: ${shortReason}`);
    this.file = shortFile;
    this.place = shortPlace;
    this.reason = shortReason;
  }
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** Runs `step`, which reads `file`, and turns bad content into a refusal that names the file. */
export async function inFile<T>(file: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ContentError) throw new ImportRefusedError(file, error.place, error.reason);
    throw error;
  }
}
