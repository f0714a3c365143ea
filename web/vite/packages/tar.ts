import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** 26 October 1985, as npm writes it: the same content gives the same bytes, which lockfiles compare. */
const TIME_S = 499_162_500;

/** Returns a gzipped tar archive (POSIX ustar) of text files by their paths, which have at most 99 bytes. */
export function tarGz(files: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const body = Buffer.from(text);
    parts.push(header(path, body.length), body, Buffer.alloc(-body.length & (BLOCK - 1)));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function header(path: string, length: number): Buffer {
  if (Buffer.byteLength(path) > 99) throw new Error(`${path} is too long for an archive.`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(path, 0);
  block.write(octal(0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(length, 11), 124);
  block.write(octal(TIME_S, 11), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
