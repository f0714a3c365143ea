import { BadContent } from './formats/bad-content.ts';

/**
 * A source that is not published. `file` is the file at fault (relative to the source folder), `place` where in it,
 * `reason` a sentence that says what is wrong. Nothing has been stored when this is thrown.
 */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  constructor(
    readonly file: string,
    readonly place: string,
    readonly reason: string,
  ) {
    super(place === '' ? `${file}: ${reason}` : `${file}, ${place}: ${reason}`);
  }
}

/** Runs `step`, which reads `file`, and turns bad content into a refusal that names the file. */
export async function inFile<T>(file: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof BadContent) throw new ImportRefused(file, error.place, error.reason);
    throw error;
  }
}
