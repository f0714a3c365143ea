/**
 * A file that cannot be published. `place` says where in the file: a JSON path ("root.children[2].content.uri") or a
 * byte offset ("byte 28"); `reason` is a sentence for the person who made the file.
 */
export class BadContent extends Error {
  override readonly name = 'BadContent';
  constructor(
    readonly place: string,
    readonly reason: string,
  ) {
    super(`${place}: ${reason}`);
  }
}
