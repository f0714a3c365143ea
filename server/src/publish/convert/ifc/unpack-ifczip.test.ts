import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { convertFiles } from '../convert-files.ts';
import { aBox, aStepText } from './testing/made-ifc.ts';
import { unpackIfcZip } from './unpack-ifczip.ts';

interface Packed {
  name: string;
  text: string;
  method?: number;
  flags?: number;
  /** In place of what is so. */
  unpacked?: number;
  crc?: number;
}

/** A ZIP archive of these files. */
function aZip(files: readonly Packed[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, method = 8, flags = 0, ...lie } of files) {
    const plain = Buffer.from(text);
    const data = method === 8 ? deflateRawSync(plain) : plain;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(lie.crc ?? crc32(plain), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(lie.unpacked ?? plain.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, list, end, Buffer.from(comment)]);
}

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'overlook-zip-'))));
afterEach(() => rm(folder, { recursive: true }));

async function unpack(bytes: Uint8Array): Promise<string> {
  const archive = path.join(folder, 'plant.ifczip');
  await writeFile(archive, bytes);
  return unpackIfcZip(archive, path.join(folder, 'out'));
}

const PLANT = { name: 'models/any name.ifc', text: aStepText({ lines: aBox({ id: 1000, name: 'Tank' }) }) };

it.each([0, 8])('gives the one IFC file, packed by method %i, the name of the archive', async (method) => {
  const others = [
    { name: 'readme.txt', text: 'hello' },
    { name: '__MACOSX/models/._any name.ifc', text: 'x' },
  ];
  const file = await unpack(aZip([...others, { ...PLANT, method }], 'a comment PK\u0005'));
  expect(path.relative(folder, file)).toBe(path.join('out', 'plant.ifc'));
  expect(await readFile(file, 'utf8')).toBe(PLANT.text);
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
  ['one without IFC', aZip([{ name: 'plant.ifcxml', text: '<ifc/>' }]), 'holds no .ifc, but plant.ifcxml.'],
  [
    'several',
    aZip([PLANT, { ...PLANT, name: 'b.ifc' }]),
    'holds 2 IFC files: models/any name.ifc, b.ifc. Unpack them.',
  ],
  ['an encrypted one', aZip([{ ...PLANT, flags: 1 }]), 'models/any name.ifc: is encrypted.'],
  ['another method', aZip([{ ...PLANT, method: 14 }]), 'is packed by method 14, which cannot be read.'],
  ['too much', aZip([{ ...PLANT, unpacked: 2 ** 32 - 1 }]), 'unpacks to more than 4294967294 bytes.'],
  [
    'more than it says',
    aZip([{ ...PLANT, unpacked: 100 }]),
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
