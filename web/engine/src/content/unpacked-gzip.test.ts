import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { load } from './testing/loaded-content.ts';
import { makeTile, text, triangleGlb } from './testing/make-files.ts';
import { parseBytes } from './testing/node-platform.ts';

test('contents and tilesets that are packed with gzip are unpacked', async () => {
  const tile = makeTile('b3dm', { feature: { BATCH_LENGTH: 2 } }, triangleGlb());
  const packed = new Uint8Array(gzipSync(tile));
  expect((await load(packed)).primitives).toHaveLength(1);
  const tileset = new Uint8Array(gzipSync(text('{"asset":{"version":"1.1"},"root":{}}')));
  expect((await parseBytes(tileset)).type).toBe('tileset');
});

test('damaged ones are refused', async () => {
  const packed = new Uint8Array(gzipSync(triangleGlb())).subarray(0, 60);
  await expect(load(packed)).rejects.toThrow('Its compressed data are damaged.');
});
