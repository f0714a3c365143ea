/** A store of points that cannot be read. The message names the file, the place in it and the reason. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';
  readonly file: string;

  /** `place` is '' for a fault of the whole file. `reason` is a sentence without its full stop. */
  constructor(file: string, place: string, reason: string, cause?: unknown) {
    super(`The point store is damaged: ${file}${place === '' ? '' : `, ${place}`}: ${reason}.`, { cause });
    this.file = file;
  }
}
