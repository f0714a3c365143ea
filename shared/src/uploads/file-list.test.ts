import { describe, expect, it } from 'vitest';
import { UPLOADS } from '../config/uploads.ts';
import { createBlockDigest, type Digester } from './block-digest.ts';
import { fileListText, isUploadPath, readFileList, type UploadFile } from './file-list.ts';

const files: UploadFile[] = [
  { part: 'points', path: 'scan 1/a.laz', sizeBytes: 3 },
  { part: 'points', path: 'scan 1/Größe 漢字.laz', sizeBytes: 0 },
  { part: 'cad', path: 'scan 1/a.laz', sizeBytes: 9_007_199_254_740_991 },
];
const reason = (text: string) => {
  try {
    return readFileList(text);
  } catch (error) {
    const { line, reason: why } = error as { line: number; reason: string };
    return `${line} ${why}`;
  }
};

describe('the list of files of a delivery', () => {
  it('reads what it has written', () => expect(readFileList(fileListText(files))).toEqual(files));

  it('refuses paths that leave their folder or are no file names, by their line', () => {
    for (const path of [
      '../a',
      'a/../b',
      '/a',
      'a//b',
      'a/',
      './a',
      'a\\b',
      'a\u0000b',
      '漢'.repeat(86),
      'a/'.repeat(501),
    ])
      expect(isUploadPath(path), path).toBe(false);
    expect(reason('points\t1\ta\npoints\t1\t../a\n')).toBe('2 pathWrong');
  });

  it('refuses lines of other forms', () => {
    expect(reason('points\t1\n')).toBe('1 lineWrong');
    expect(reason('points\t1\ta\tb\n')).toBe('1 lineWrong');
    expect(reason('other\t1\ta\n')).toBe('1 partWrong');
    for (const size of ['', '-1', '1.5', '1e3', '9007199254740993', '99999999999999999'])
      expect(reason(`points\t${size}\ta\n`), size).toBe('1 sizeWrong');
    expect(reason('points\t1\ta\npoints\t1\ta\n')).toBe('2 pathTwice');
    expect(reason('points\t1\ta\ncad\t1\ta')).toHaveLength(2);
    expect(reason(Array.from({ length: UPLOADS.filesMost + 1 }, (_, n) => `points\t0\t${n}\n`).join(''))).toBe(
      `${UPLOADS.filesMost + 1} tooMany`,
    );
  });
});

it('the digest of a delivery is that of the digests of its blocks', async () => {
  const { subtle } = (globalThis as unknown as { crypto: { subtle: Digester } }).crypto;
  const blocks = [new Uint8Array(UPLOADS.blockBytes).fill(7), new Uint8Array([1, 2, 3])];
  const digest = createBlockDigest(subtle, UPLOADS.blockBytes + 3);
  for (const block of blocks) await digest.add(block);
  const each = await Promise.all(blocks.map((block) => subtle.digest('SHA-256', block)));
  const all = new Uint8Array(64);
  all.set(new Uint8Array(each[0]!), 0);
  all.set(new Uint8Array(each[1]!), 32);
  expect(await digest.end()).toEqual(new Uint8Array(await subtle.digest('SHA-256', all)));
});
