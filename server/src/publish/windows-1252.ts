/** The characters of 0x80 to 0x9F. Node's own decoder reads these as ISO 8859-1, as control characters. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const FIRST = 0x80;

/** Text of Windows-1252, which every sequence of bytes is. */
export const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (one) => FROM_0X80[one.charCodeAt(0) - FIRST]!);
