import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { type MadeFile, madeZip } from '../testing/made-zip.ts';
import { unpackArchive, type UnpackProgress } from './unpack-archive.ts';

const TILESET: MadeFile = { name: 'tileset.json', bytes: '{"asset":{"version":"1.1"}}', method: 8 };
const TILE: MadeFile = { name: 'tiles/a 1.glb', bytes: new Uint8Array(5000).map((_, i) => i % 9), method: 8 };

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'overlook-archive-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const target = () => path.join(home, 'work/plant.3tz');
async function unpack(files: readonly MadeFile[], more?: Parameters<typeof madeZip>[1]): Promise<UnpackProgress[]> {
  const archive = path.join(home, 'plant.3tz');
  await writeFile(archive, madeZip(files, more));
  const seen: UnpackProgress[] = [];
  await unpackArchive(archive, target(), (progress) => seen.push(progress));
  return seen;
}

describe('a 3D Tiles archive', () => {
  it.each([{}, { is64: true }])('is unpacked as it was, %j', async (more) => {
    const stored = { name: 'stored.bin', bytes: 'as it is' };
    const empty = { name: 'empty.bin', bytes: '', method: 8 };
    const seen = await unpack([TILESET, { name: 'tiles/', bytes: '' }, TILE, stored, empty], more);
    expect(await readFile(path.join(target(), 'tiles/a 1.glb'))).toEqual(Buffer.from(TILE.bytes));
    expect(await readFile(path.join(target(), 'stored.bin'), 'utf8')).toBe('as it is');
    expect(readdirSync(target(), { recursive: true }).sort()).toEqual([
      'empty.bin',
      'stored.bin',
      'tiles',
      'tiles/a 1.glb',
      'tileset.json',
    ]);
    expect(seen.at(-1)).toEqual({ done: 5035, total: 5035 });
  });

  it.each<[string, string, MadeFile[]]>([
    ['', 'It has no file tileset.json.', [TILE]],
    ['../a.glb', 'It has a name that leads out of the archive.', [TILESET, { ...TILE, name: '../a.glb' }]],
    ['a/../../a.glb', 'It has a name that leads out of the archive.', [TILESET, { ...TILE, name: 'a/../../a.glb' }]],
    ['C:/a.glb', 'It has a name that leads out of the archive.', [TILESET, { ...TILE, name: 'C:\\a.glb' }]],
    ['a\u0000.glb', 'It has a name that leads out of the archive.', [TILESET, { ...TILE, name: 'a\u0000.glb' }]],
    ['a//b.glb', 'It has a name that leads out of the archive.', [TILESET, { ...TILE, name: 'a//b.glb' }]],
    [
      'tileset.json/a.glb',
      'It has a name that cannot be written beside the other files.',
      [TILESET, { ...TILE, name: 'tileset.json/a.glb' }],
    ],
    [
      'x'.repeat(300),
      'It has a name that cannot be written beside the other files.',
      [TILESET, { ...TILE, name: 'x'.repeat(300) }],
    ],
    ['tiles/a 1.glb', 'It is damaged: its checksum is wrong.', [TILESET, { ...TILE, crc: 1 }]],
    ['tiles/a 1.glb', 'Unpacked it is larger than 4999 bytes.', [TILESET, { ...TILE, size: 4999 }]],
    ['tiles/a 1.glb', 'It has another size than the list says.', [TILESET, { ...TILE, size: 5001 }]],
    ['tiles/a 1.glb', 'Its compressed data are damaged.', [TILESET, { ...TILE, storedBytes: 9 }]],
    ['tiles/a 1.glb', 'It is compressed by Zstandard, which is not read.', [TILESET, { ...TILE, method: 93 }]],
    ['tiles/a 1.glb', 'It is encrypted.', [TILESET, { ...TILE, flags: 1 }]],
    // Two names of the same bytes, as in archives that unpack to a thousand times their size.
    [
      '',
      'Its files overlap: together they are larger than the archive.',
      [
        TILESET,
        { name: 'a.bin', bytes: new Uint8Array(9000) },
        ...Array.from({ length: 9 }, (_, i) => ({
          name: `${i}.bin`,
          bytes: '',
          storedBytes: 9000,
          size: 9000,
          at: 60,
        })),
      ],
    ],
  ])('is refused: %s %s', async (place, reason, files) => {
    const unpacking = unpack(files);
    await expect(unpacking).rejects.toBeInstanceOf(ImportRefusedError);
    await expect(unpacking).rejects.toMatchObject({ file: 'plant.3tz', place, reason });
    for (const outside of ['a.glb', 'work/a.glb', '../a.glb']) expect(existsSync(path.join(home, outside))).toBe(false);
  });

  it('that would fill the disk is refused before anything is written', async () => {
    const { bavail, bsize } = await statfs(home);
    const size = Math.floor((bavail * bsize) / 2);
    const unpacking = unpack([TILESET, { ...TILE, size }], { is64: true });
    await expect(unpacking).rejects.toThrow(/^plant\.3tz: It unpacks to [\d,]+ MiB, and is published beside that\./);
    expect(readdirSync(target())).toEqual([]);
  });

  it.each([0, 10, 200])('that is cut off at byte %i is refused', async (end) => {
    const archive = path.join(home, 'cut.3tz');
    await writeFile(archive, madeZip([TILESET, TILE]).subarray(0, end));
    await expect(unpackArchive(archive, target(), () => undefined)).rejects.toThrow(
      'cut.3tz: It is no ZIP archive, or it is cut off.',
    );
  });
});
