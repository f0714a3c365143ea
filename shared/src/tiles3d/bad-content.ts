/**
 * A file that contradicts its own format. `place` says where in the file: a JSON path ("root.children[2].content.uri") or
 * a byte offset ("byte 28"); `reason` is a sentence for the person who made the file.
 */
export class BadContent extends Error {
  override readonly name: string = 'BadContent';
  constructor(
    readonly place: string,
    readonly reason: string,
  ) {
    super(`${place}: ${reason}`);
  }
}

/** A file of a kind or version that is not read here; it may be a good one. */
export class UnknownKind extends BadContent {
  override readonly name = 'UnknownKind';
}
