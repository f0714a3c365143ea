import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MadeFile, madeZip } from '../../testing/made-zip.ts';
import { convertFiles } from '../convert-files.ts';
import { aBox, aStepText } from './testing/made-ifc.ts';
import { unpackIfcZip } from './unpack-ifczip.ts';

/** Packed by deflate unless a file says otherwise. */
const aZip = (files: readonly MadeFile[], comment = '') =>
  Buffer.from(
    madeZip(
      files.map((file) => ({ method: 8, ...file })),
      { comment },
    ),
  );

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'overlook-zip-'))));
afterEach(() => rm(folder, { recursive: true }));

async function unpack(bytes: Uint8Array): Promise<string> {
  const archive = path.join(folder, 'plant.ifczip');
  await writeFile(archive, bytes);
  return unpackIfcZip(archive, path.join(folder, 'out'));
}

const PLANT = { name: 'models/any name.ifc', bytes: aStepText({ lines: aBox({ id: 1000, name: 'Tank' }) }) };

it.each([0, 8])('gives the one IFC file, packed by method %i, the name of the archive', async (method) => {
  const others = [
    { name: 'readme.txt', bytes: 'hello' },
    { name: '__MACOSX/models/._any name.ifc', bytes: 'x' },
  ];
  const file = await unpack(aZip([...others, { ...PLANT, method }], 'a comment PK\u0005'));
  expect(path.relative(folder, file)).toBe(path.join('out', 'plant.ifc'));
  expect(await readFile(file, 'utf8')).toBe(PLANT.bytes);
});

it('is converted like the file that it holds', async () => {
  const archive = path.join(folder, 'plant.ifczip');
  await writeFile(archive, aZip([PLANT]));
  const out = path.join(folder, 'made');
  expect(await convertFiles([archive], out, { place: 'given', onProgress: () => {} })).toEqual([]);
  expect(await readFile(path.join(out, 'tree.jsonl'), 'utf8')).toContain('"name":"Tank"');
});

it('writes nothing outside of its folder, for any names', async () => {
  const file = await unpack(aZip([{ ...PLANT, name: '../../../evil.ifc' }]));
  expect(path.relative(folder, file)).toBe(path.join('out', 'plant.ifc'));
  expect(existsSync(path.join(folder, '../evil.ifc'))).toBe(false);
});

it.each([
  ['no archive', Buffer.from('ISO-10303-21;'), /^: is no ZIP archive, or is cut off\.$/],
  ['an empty one', aZip([]), 'holds no .ifc, but nothing.'],
  ['one without IFC', aZip([{ name: 'plant.ifcxml', bytes: '<ifc/>' }]), 'holds no .ifc, but plant.ifcxml.'],
  [
    'several',
    aZip([PLANT, { ...PLANT, name: 'b.ifc' }]),
    'holds 2 IFC files: models/any name.ifc, b.ifc. Unpack them.',
  ],
  ['an encrypted one', aZip([{ ...PLANT, flags: 1 }]), 'models/any name.ifc: is encrypted.'],
  ['another method', aZip([{ ...PLANT, method: 14 }]), 'is packed by method 14, which cannot be read.'],
  ['too much', aZip([{ ...PLANT, size: 2 ** 32 - 1 }]), 'unpacks to more than 4294967294 bytes.'],
  [
    'more than it says',
    aZip([{ ...PLANT, size: 100 }]),
    'is damaged: it unpacks to more than the 100 bytes that it names.',
  ],
  ['a wrong checksum', aZip([{ ...PLANT, crc: 1 }]), 'is damaged: its checksum is wrong.'],
])('refuses %s', async (_, bytes, message) => {
  await expect(unpack(bytes)).rejects.toThrow(message);
});

it('refuses packed bytes that are damaged, and an archive that is cut off', async () => {
  const bytes = aZip([PLANT]);
  const damaged = Buffer.from(bytes).fill(0xff, 60, 200);
  await expect(unpack(damaged)).rejects.toThrow(/is damaged: /);
  await expect(unpack(bytes.subarray(0, 500))).rejects.toThrow('is no ZIP archive, or is cut off.');
});
