import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { JsonNode } from '@overlook/shared/tiles3d';
import { writeGlb } from '@overlook/shared/tiles3d/testing';
import { GltfFile } from './gltf-file.ts';
import { aFileOf } from './testing/made-gltf.ts';

const opened: GltfFile[] = [];
afterEach(() => {
  for (const file of opened.splice(0)) file.close();
});
async function open(bytes: Uint8Array | string, name = 'made.glb'): Promise<GltfFile> {
  const file = await GltfFile.open(await aFileOf(bytes, name));
  opened.push(file);
  return file;
}

const ASKER = new JsonNode({ accessors: [{}] }).list('accessors')[0]!;
const BIN = Uint8Array.from({ length: 16 }, (_, i) => 10 + i);
const WITH_BIN = { asset: { version: '2.0' }, buffers: [{ byteLength: 14 }] };
const glb = () => writeGlb(WITH_BIN, BIN);
const uint32At = (bytes: Uint8Array, at: number, value: number) => {
  const changed = bytes.slice();
  new DataView(changed.buffer).setUint32(at, value, true);
  return changed;
};

describe('the bytes of a binary glTF', () => {
  it('are those of its second chunk, from the offset on', async () => {
    const file = await open(glb());
    expect(Array.from(file.bytes(0, 0, 3, ASKER))).toEqual([10, 11, 12]);
    expect(Array.from(file.bytes(0, 12, 2, ASKER))).toEqual([22, 23]);
    expect(file.json.member('asset')!.get('version').string()).toBe('2.0');
  });

  it('end with the buffer, also where the chunk is padded', async () => {
    const file = await open(glb());
    expect(() => file.bytes(0, 12, 3, ASKER)).toThrow('accessors[0]: reaches byte 15 of buffer 0, which has 14.');
    expect(() => file.bytes(1, 0, 1, ASKER)).toThrow('accessors[0]: names buffer 1; there are 1.');
  });

  it('belong to the first buffer alone; another without a uri has none', async () => {
    const file = await open(writeGlb({ ...WITH_BIN, buffers: [{ byteLength: 14 }, { byteLength: 4 }] }, BIN));
    expect(() => file.bytes(1, 0, 1, ASKER)).toThrow('names buffer 1, which has no bytes.');
  });

  it('may follow JSON that is padded with zeros', async () => {
    const json = Buffer.from(JSON.stringify(WITH_BIN));
    const padded = Buffer.concat([json, Buffer.alloc(8 - (json.length % 4))]);
    const head = Buffer.from(Uint32Array.of(0x46546c67, 2, 28 + padded.length + 16, padded.length, 0x4e4f534a).buffer);
    const bin = Buffer.from(Uint32Array.of(16, 0x004e4942).buffer);
    const file = await open(Buffer.concat([head, padded, bin, BIN]));
    expect(Array.from(file.bytes(0, 13, 1, ASKER))).toEqual([23]);
  });
});

describe('a binary glTF is refused', () => {
  it.each<[string, (whole: Uint8Array) => Uint8Array, string]>([
    ['of version 1', (whole) => uint32At(whole, 4, 1), 'byte 4: is glTF 1; only glTF 2.0 can be read.'],
    ['that is cut off', (whole) => whole.slice(0, -4), 'byte 8: is cut off: its header says'],
    ['whose first chunk is no JSON', (whole) => uint32At(whole, 16, 7), 'byte 12: does not begin with a JSON chunk.'],
    [
      'whose chunk is too long',
      (whole) => uint32At(whole, 12, 9999),
      'byte 12: has a chunk of 9999 bytes that runs past',
    ],
    ['of a header alone', (whole) => uint32At(whole.slice(0, 12), 8, 12), 'byte 12: does not begin with a JSON chunk.'],
  ])('%s', async (_, damage, message) => {
    await expect(open(damage(glb()))).rejects.toThrow(message);
  });

  it('whose buffer is longer than its bytes', async () => {
    const json = { ...WITH_BIN, buffers: [{ byteLength: 17 }] };
    await expect(open(writeGlb(json, BIN))).rejects.toThrow('buffers[0].byteLength: is 17, but there are 16 bytes.');
  });

  it('without a version', async () => {
    await expect(open('{"buffers": []}', 'made.gltf')).rejects.toThrow('asset.version: is missing.');
  });
});

describe('a glTF of text', () => {
  const text = (uri: string) => JSON.stringify({ asset: { version: '2.0' }, buffers: [{ byteLength: 3, uri }] });

  it('may begin with a byte order mark, and hold its bytes itself', async () => {
    const file = await open(`\uFEFF${text('data:application/octet-stream;base64,AQIDBA==')}`, 'made.gltf');
    expect(Array.from(file.bytes(0, 1, 2, ASKER))).toEqual([2, 3]);
    expect(() => file.bytes(0, 1, 3, ASKER)).toThrow('reaches byte 4 of buffer 0, which has 3.');
  });

  it('has pictures in its folder and below', async () => {
    const made = await aFileOf(text('data:,abc'), 'made.gltf');
    await mkdir(path.join(path.dirname(made), 'pictures'));
    await writeFile(path.join(path.dirname(made), 'pictures/roof 1.png'), 'png');
    const file = await GltfFile.open(made);
    opened.push(file);
    expect(Buffer.from(await file.uriBytes('pictures/roof%201.png', 'images[0]')).toString()).toBe('png');
    expect(Buffer.from(await file.uriBytes('data:,x', 'images[0]')).toString()).toBe('x');
    await expect(file.uriBytes('../made.gltf', 'images[0]')).rejects.toThrow('images[0]: “../made.gltf” leads out');
  });
});
