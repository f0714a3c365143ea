import { type MadeFile, madeZip } from '@overlook/engine/testing/made-zip';
import { describe, expect, it } from 'vitest';
import { fileNames, openZipped, unpackedFiles } from './zipped-files.ts';

const NO_ARCHIVE = 'It is no ZIP archive, or a damaged one.';
const TEXT = 'tiles '.repeat(200);
const MIB = 1024 * 1024;

const open = (...files: MadeFile[]) => openZipped(madeZip(files).buffer);
const readOne = async (file: Omit<MadeFile, 'name'>, mostMib = 1) =>
  unpackedFiles(await open({ name: 'a.kml', ...file }), ['a.kml'], mostMib);

it('files of an archive are named without those of macOS, and unpacked by their paths', async () => {
  const archive = await open(
    { name: 'a/one.KML', bytes: TEXT, method: 8 },
    { name: '__MACOSX/a/one.kml', bytes: '' },
    { name: 'two.txt', bytes: '' },
    { name: 'three.kml', bytes: 'three' },
  );
  expect(fileNames(archive, /\.kml$/i)).toEqual(['a/one.KML', 'three.kml']);
  const files = await unpackedFiles(archive, ['three.kml', 'a/one.KML'], 1);
  const texts = [...files].map(([path, file]) => [path, new TextDecoder().decode(file)]);
  expect(texts).toEqual([
    ['three.kml', 'three'],
    ['a/one.KML', TEXT],
  ]);
});

describe('files of an archive are refused', () => {
  it.each<[reason: string, Omit<MadeFile, 'name'>]>([
    // The list says that it is small: what unpacks to more stops there.
    [NO_ARCHIVE, { bytes: new Uint8Array(8 * MIB), method: 8, size: 1000 }],
    [NO_ARCHIVE, { bytes: TEXT, method: 8, storedBytes: 5 }],
    ['Unpacked it is larger than 1 MiB.', { bytes: new Uint8Array(MIB + 1), method: 8 }],
    ['The archive, a.kml: It is encrypted.', { bytes: TEXT, flags: 1 }],
    ['The archive, a.kml: It is compressed by Deflate64, which is not read.', { bytes: TEXT, method: 9 }],
  ])('%s', (reason, file) => expect(readOne(file)).rejects.toHaveProperty('message', reason));

  it('when they are too large in total, those that are not asked for apart', async () => {
    const half = { bytes: new Uint8Array(0.6 * MIB), method: 8 };
    const archive = await open({ name: 'a', ...half }, { name: 'b', ...half });
    await expect(unpackedFiles(archive, ['a', 'b'], 1)).rejects.toThrow('Unpacked it is larger than 1 MiB.');
    expect([...(await unpackedFiles(archive, ['a'], 1)).keys()]).toEqual(['a']);
  });

  it('when a list names more of them than it has bytes for', async () => {
    const bytes = madeZip([{ name: 'a.kml', bytes: TEXT }], { is64: true, fileCount: 4e9 });
    await expect(openZipped(bytes.buffer)).rejects.toThrow(NO_ARCHIVE);
  });
});
