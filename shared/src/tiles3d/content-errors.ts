/**
 * A content that cannot be used. `place` says where: a file's name, a JSON path ("root.children[2].content.uri"), a byte
 * offset ("byte 28"), or these one after another; `reason` is a sentence for the person who made the file.
 */
export abstract class ContentError extends Error {
  constructor(
    readonly place: string,
    readonly reason: string,
  ) {
    super(`${place}: ${reason}`);
  }
}

/** A file contradicts its own format: it is cut short, a length is too large, an index out of range. */
export class MalformedContentError extends ContentError {
  override readonly name = 'MalformedContentError';
}

/** A file whose kind, version or required extension is not supported; the file itself may be correct. */
export class UnsupportedContentError extends ContentError {
  override readonly name = 'UnsupportedContentError';
}
