import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkedPng } from './checked-png.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function head(width: number, height: number, tail = [8, 6, 0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  Buffer.from(tail).copy(data, 8);
  return chunk('IHDR', data);
}

const END = chunk('IEND');
/** Two rows of three pixels of four bytes, each after its filter byte. */
const ROWS = chunk('IDAT', deflateSync(Buffer.alloc(2 * 13)));
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
const GOOD = png(head(3, 2), ROWS, END);

const withByte = (file: Buffer, at: number) => {
  const changed = Buffer.from(file);
  changed[at] = changed[at]! ^ 1;
  return changed;
};

describe('a PNG', () => {
  it('is accepted unchanged, in one part or several', async () => {
    expect(await checkedPng(GOOD)).toEqual(GOOD);
    const packed = deflateSync(Buffer.alloc(2 * 13));
    const parts = png(head(3, 2), chunk('IDAT', packed.subarray(0, 5)), chunk('IDAT', packed.subarray(5)), END);
    expect(await checkedPng(parts)).toEqual(parts);
    const grey = png(head(9, 2, [1, 0, 0, 0, 0]), chunk('IDAT', deflateSync(Buffer.alloc(2 * 3))), END);
    expect(await checkedPng(grey)).toEqual(grey);
  });

  it('loses chunks that are not its picture', async () => {
    const colours = chunk('sRGB', Buffer.from([0]));
    const texts = ['tEXt', 'iTXt', 'eXIf', 'abCd'].map((type) => chunk(type, Buffer.from('<script>')));
    const full = png(head(3, 2), colours, ...texts, ROWS, END);
    expect(await checkedPng(full)).toEqual(png(head(3, 2), colours, ROWS, END));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the signature alone', SIGNATURE],
    ['a script after the signature', Buffer.concat([SIGNATURE, Buffer.from('<script>alert(1)</script>')])],
    ['something after the end', Buffer.concat([GOOD, Buffer.from('<script>')])],
    ['no end', png(head(3, 2), ROWS)],
    ['a wrong checksum', withByte(GOOD, 17)],
    ['a part that is longer than the file', withByte(GOOD, 8)],
    ['no head', png(ROWS, END)],
    ['no rows', png(head(3, 2), END)],
    ['rows that do not unpack', png(head(3, 2), chunk('IDAT', Buffer.from('rows')), END)],
    ['too few rows', png(head(3, 3), ROWS, END)],
    ['more than its head says', png(head(3, 2), chunk('IDAT', deflateSync(Buffer.alloc(5_000_000))), END)],
    ['no width', png(head(0, 2), ROWS, END)],
    ['more pixels than a screen has', png(head(40_000, 40_000), ROWS, END)],
    ['a colour type that there is not', png(head(3, 2, [8, 5, 0, 0, 0]), ROWS, END)],
  ])('with %s is refused', async (_what, file) => {
    expect(await checkedPng(file)).toBeNull();
  });
});
