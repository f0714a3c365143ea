import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ZipArchive } from '@overlook/shared/archives';
import { type FileToPack, packBytes, PackIndex, unpackedFiles } from './pack-format.ts';

const FILES: readonly (readonly [string, Uint8Array])[] = [
  ['tileset.json', Buffer.from('{"asset":{}}')],
  ['tiles/ä ö.glb', Buffer.alloc(70_000, 7)],
  ['tiles/empty.bin', Buffer.alloc(0)],
  ...Array.from({ length: 3000 }, (_, i) => [`many/${i}.b3dm`, Buffer.from(`tile ${i}`)] as const),
];
const toPack = ([path, bytes]: readonly [string, Uint8Array]): FileToPack => ({ path, read: async () => bytes });
async function packed(files = FILES): Promise<Buffer> {
  const pieces = [];
  for await (const piece of packBytes(files.map(toPack))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Counts what is read of a pack. */
function ranges(pack: Buffer) {
  const read: number[] = [];
  return {
    read,
    get: async ({ first, last }: { first: number; last: number }) => {
      read.push(last - first + 1);
      return pack.subarray(first, last + 1);
    },
  };
}

async function unpacked(pieces: AsyncIterable<Buffer>): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { path, pieces: of } of unpackedFiles(pieces)) files.set(path, await buffer(Readable.from(of())));
  return files;
}

describe('a pack', () => {
  it('has each file where its index says, which two reads give', async () => {
    const pack = await packed();
    const source = ranges(pack);
    const index = await PackIndex.read(pack.length, source.get);
    expect(source.read).toHaveLength(2);
    expect(index.bytes).toBe(FILES.length * 32);
    for (const [path, bytes] of FILES) {
      const { first, sizeBytes } = index.find(path)!;
      expect(pack.subarray(first, first + sizeBytes).equals(bytes)).toBe(true);
    }
    expect([index.find('tiles'), index.find('many/3000.b3dm'), index.find('.overlook-index')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is a ZIP archive that other programs read, the same for the same files', async () => {
    const pack = await packed();
    const bytes = new Uint8Array(pack).buffer;
    const source = { sizeBytes: pack.length, read: async (from: number, to: number) => bytes.slice(from, to) };
    const zip = await ZipArchive.open(source, 'pack', async () => Promise.reject(new Error('is stored')));
    expect([...zip.names].filter((name) => name !== '.overlook-index')).toEqual(
      FILES.map(([path]) => path).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect(Buffer.from(await zip.read('tiles/ä ö.glb'))).toEqual(Buffer.alloc(70_000, 7));
    expect((await packed(FILES.toReversed())).equals(pack)).toBe(true);
  });

  it('has more than 65,535 files', async () => {
    const many = Array.from({ length: 70_000 }, (_, i) => [`${i}`, Buffer.from([i % 251])] as const);
    const pack = await packed(many);
    const index = await PackIndex.read(pack.length, ranges(pack).get);
    expect(pack[index.find('69999')!.first]).toBe(69_999 % 251);
    const bytes = new Uint8Array(pack).buffer;
    const source = { sizeBytes: pack.length, read: async (from: number, to: number) => bytes.slice(from, to) };
    const zip = await ZipArchive.open(source, 'pack', async () => Promise.reject(new Error('is stored')));
    expect([...zip.names]).toHaveLength(70_001);
  });

  it('is unpacked as a stream, in pieces of any length', async () => {
    const pack = await packed(FILES.slice(0, 20));
    for (const length of [1, 29, 4096, pack.length]) {
      async function* pieces() {
        for (let at = 0; at < pack.length; at += length) yield pack.subarray(at, at + length);
      }
      expect(
        [...(await unpacked(pieces()))].map(([path, bytes]) => [path, bytes.equals(new Map(FILES).get(path)!)]),
      ).toEqual(
        FILES.slice(0, 20)
          .map(([path]) => [path, true])
          .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
      );
    }
  });

  it('that is damaged, cut off or none is refused', async () => {
    const pack = await packed(FILES.slice(0, 2));
    const damaged = Buffer.from(pack);
    damaged[damaged.indexOf(7)]! ^= 1;
    const from = (bytes: Buffer) => Readable.from([bytes]);
    await expect(unpacked(from(damaged))).rejects.toThrow('has other bytes of');
    await expect(unpacked(from(pack.subarray(0, 1000)))).rejects.toThrow('is cut off');
    await expect(unpacked(from(Buffer.alloc(100)))).rejects.toThrow('is no pack');
    const index = (bytes: Buffer) => PackIndex.read(bytes.length, ranges(bytes).get);
    await expect(index(pack.subarray(0, -1))).rejects.toThrow('is no pack');
    await expect(index(Buffer.alloc(100))).rejects.toThrow('is no pack');
  });
});
