/** Of a `ReadableStream` of bytes, which the type library of ECMAScript does not declare. */
export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Reads a stream to its end. Throws a RangeError with the message `tooLarge`, and stops the stream, as soon as there are more bytes than `most`. */
export async function boundedBytes(
  reader: ByteReader,
  most: number,
  tooLarge = `It is larger than ${most} bytes.`,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || !value) break;
      size += value.byteLength;
      if (size > most) throw new RangeError(tooLarge);
      pieces.push(value);
    }
  } finally {
    // Without this, the rest of a stream that is too large would continue to arrive.
    await reader.cancel().catch(() => undefined);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
