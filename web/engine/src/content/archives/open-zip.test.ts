import { describe, expect, it } from 'vitest';
import type { ZipArchive } from '@overlook/shared/archives';
import { MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { madeZip, type MadeFile, type MadeZip } from './testing/made-zip.ts';
import { openZip } from './open-zip.ts';

const TEXT = 'tiles '.repeat(200);
const FILES: MadeFile[] = [
  { name: 'tileset.json', bytes: '{}' },
  { name: './content/a.glb', bytes: TEXT, method: 8 },
  { name: 'content\\b.glb', bytes: new Uint8Array([1, 2, 3]) },
  { name: 'content/', bytes: '' },
];

/** Longer extra fields of a local header than are read with it. */
const LONG: MadeFile = { name: 'long.glb', bytes: TEXT, method: 8, localExtra: 5000 };

const open = (files: readonly MadeFile[], more?: MadeZip) => openZip(new Blob([madeZip(files, more)]), 'plant.3tz');
const textOf = async (archive: ZipArchive, path: string) => new TextDecoder().decode(await archive.read(path));

describe.each([
  ['with 32 bits', {}],
  ['with zip64 records', { is64: true }],
  ['with a comment that looks like an end', { comment: 'PK\u0005\u0006 and more' }],
])('an archive %s', (_, more) => {
  it('lists its files without folders, and gives each as it was', async () => {
    const archive = await open(FILES, more);
    expect([...archive.names]).toEqual(['tileset.json', 'content/a.glb', 'content/b.glb']);
    expect([archive.has('content/a.glb'), archive.has('content/')]).toEqual([true, false]);
    expect(await textOf(archive, 'tileset.json')).toBe('{}');
    expect(await textOf(archive, 'content/a.glb')).toBe(TEXT);
    expect(Array.from(await archive.read('content/b.glb'))).toEqual([1, 2, 3]);
  });

  it('gives a file whose local header is longer than usual, and one at its end', async () => {
    for (const files of [
      [LONG, ...FILES],
      [...FILES, LONG],
    ])
      expect(await textOf(await open(files, more), 'long.glb')).toBe(TEXT);
  });

  it('that is cut off at any byte is refused, or has no damaged file', async () => {
    const whole = madeZip(FILES, more);
    for (let end = 0; end < whole.length; end++) {
      const reading = openZip(new Blob([whole.slice(0, end)]), 'plant.3tz').then((archive) =>
        textOf(archive, 'content/a.glb'),
      );
      // A comment may be missing at the end of a whole archive.
      await reading.then(
        (text) => expect(text).toBe(TEXT),
        (error: unknown) => expect(error).toBeInstanceOf(MalformedContentError),
      );
    }
  });

  it('of which any byte is another is refused by name, or read', async () => {
    const whole = madeZip(FILES, more);
    for (let i = 0; i < whole.length; i++) {
      const damaged = whole.slice();
      damaged[i] = damaged[i]! ^ 0xff;
      const reading = openZip(new Blob([damaged]), 'plant.3tz').then((archive) => archive.read('content/a.glb'));
      await reading.catch((error: unknown) => {
        const isNamed = error instanceof MalformedContentError || error instanceof UnsupportedContentError;
        expect(isNamed, `byte ${i}: ${String(error)}`).toBe(true);
        expect((error as Error).message).toMatch(/^plant\.3tz/);
      });
    }
  });
});

it('an archive whose list has only the places of its files in zip64 records gives each file', async () => {
  const archive = await open(FILES, { hasFarFiles: true });
  expect(await textOf(archive, 'content/a.glb')).toBe(TEXT);
  expect(Array.from(await archive.read('content/b.glb'))).toEqual([1, 2, 3]);
});

describe('an archive is refused with its name and the reason', () => {
  it.each<[string, MadeFile[], MadeZip]>([
    ['Its list of files is damaged.', FILES, { fileCount: 60_000 }],
    ['Its list of files is damaged.', FILES, { is64: true, fileCount: 4e9 }],
    ['It has more than 500000 files', FILES, { is64: true, fileCount: 4e9, directoryBytes: 46 * 4e9 }],
    ['Its list of files is damaged.', FILES, { directoryBytes: 4e9 }],
  ])('%s', async (reason, files, more) => {
    // What no file is long enough for is damaged, before it is too large.
    const error = await open(files, more).catch((one: Error) => one);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/^plant\.3tz: /);
    if (!reason.startsWith('It has more')) expect((error as Error).message).toContain(reason);
  });

  it.each<[string, Partial<MadeFile>]>([
    ['It is compressed by Zstandard, which is not read.', { method: 93 }],
    ['It is compressed by method 77, which is not read.', { method: 77 }],
    ['It is encrypted.', { flags: 1 }],
    ['It is larger than 512 MiB.', { size: 4e9 }],
    ['The file is cut off or damaged', { storedBytes: 3e8 }],
    ['It has another size than the list says.', { size: 7 }],
    ['Unpacked it is larger than 4 bytes.', { method: 8, size: 4 }],
    ['Its compressed data are damaged.', { method: 8, storedBytes: 5 }],
    ['It has another size than the list says.', { method: 8, size: 5000 }],
  ])('%s', async (reason, change) => {
    const archive = await open([{ name: 'a.glb', bytes: TEXT, ...change }]);
    await expect(archive.read('a.glb')).rejects.toThrow(`plant.3tz, a.glb: ${reason}`);
  });

  it('a file that is not in it', async () => {
    await expect((await open(FILES)).read('c.glb')).rejects.toThrow('plant.3tz: It has no file “c.glb”.');
  });

  it('what is no archive', async () => {
    for (const bytes of ['', 'no archive', 'x'.repeat(200_000)])
      await expect(openZip(new Blob([bytes]), 'a.3tz')).rejects.toThrow('a.3tz: It is no ZIP archive');
  });
});
