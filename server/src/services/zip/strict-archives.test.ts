import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ZipArchive, type ZipRules } from '@overlook/shared/archives';
import { madeZip } from '../../publish/testing/made-zip.ts';
import { inflate } from './open-archive.ts';
import { readZip, ZipError } from './read-zip.ts';

function open(names: readonly string[], rules?: ZipRules): Promise<ZipArchive> {
  const bytes = Uint8Array.from(madeZip(names.map((name) => ({ name, bytes: name }))));
  const read = (from: number, to: number) => Promise.resolve(bytes.slice(from, to).buffer);
  return ZipArchive.open({ sizeBytes: bytes.length, read }, 'a.zip', inflate, rules);
}

const namesOf = async (names: readonly string[], rules?: ZipRules) => [...(await open(names, rules)).names];

it.each([['/a'], ['../a'], ['a/../../b'], ['a\\..\\b'], ['C:/a']])(
  'a strict reader refuses a file %s',
  async (name) => {
    expect(await namesOf(['x', name])).toHaveLength(2);
    await expect(open(['x', name], { isStrict: true })).rejects.toThrow('leads out of it');
  },
);

it('a strict reader refuses a name that occurs twice', async () => {
  expect(await namesOf(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(await namesOf(['a', 'a..b', 'c/..d'], { isStrict: true })).toEqual(['a', 'a..b', 'c/..d']);
  await expect(open(['a', 'b', 'a'], { isStrict: true })).rejects.toThrow('or that it has twice');
});

it('an archive of more files than allowed is refused', async () => {
  expect(await namesOf(['a', 'b'], { files: 2 })).toEqual(['a', 'b']);
  await expect(open(['a', 'b'], { files: 1 })).rejects.toThrow('It has more than 1 files');
});

it('a place beyond all files is damage, and stops no process', async () => {
  const bytes = Buffer.from(madeZip([{ name: 'a', bytes: 'a' }], { is64: true }));
  const locator = bytes.lastIndexOf('PK\u0006\u0007');
  const folder = await mkdtemp(path.join(tmpdir(), 'overlook-zip-'));
  const file = path.join(folder, 'a.zip');
  const limits = { entries: 9, entryBytes: 9, totalBytes: 9 };
  await writeFile(file, bytes);
  expect(await readZip(file, limits, async ({ names }) => names)).toEqual(['a']);
  bytes[locator + 15] = 0x0e;
  await writeFile(file, bytes);
  await expect(readZip(file, limits, async ({ names }) => names)).rejects.toThrow(
    new ZipError('The archive is damaged.'),
  );
  await rm(folder, { recursive: true });
});
