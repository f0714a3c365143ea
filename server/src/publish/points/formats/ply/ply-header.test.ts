import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { PLY_TYPE_BYTES, PLY_TYPES, readPlyHeader } from './ply-header.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-ply-header-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function headerOf(text: string) {
  const file = path.join(folder, 'cloud.ply');
  await writeFile(file, text, 'latin1');
  const fd = openSync(file, 'r');
  try {
    return readPlyHeader({ fd, name: 'cloud.ply', sizeBytes: text.length });
  } finally {
    closeSync(fd);
  }
}

it('has the elements in their order, each with its properties, and its own length', async () => {
  const head =
    'ply\nformat binary_big_endian 1.0\ncomment made by hand\nelement vertex 3\nproperty float x\n' +
    'element face 2\nproperty list uchar int vertex_indices\nend_header\n';
  expect(await headerOf(`${head}\x01\x02end_header\n`)).toEqual({
    encoding: 'binary_big_endian',
    elements: [
      { name: 'vertex', count: 3, properties: [{ name: 'x', type: 'float32', countType: null }] },
      { name: 'face', count: 2, properties: [{ name: 'vertex_indices', type: 'int32', countType: 'uint8' }] },
    ],
    lines: 8,
    bytes: head.length,
  });
});

it('may have the line ends of Windows', async () => {
  const head = 'ply\r\nformat ascii 1.0\r\nelement vertex 1\r\nproperty double x\r\nend_header\r\n';
  const { elements, bytes, lines } = await headerOf(`${head}1\r\n`);
  expect(elements[0]!.properties).toEqual([{ name: 'x', type: 'float64', countType: null }]);
  expect([bytes, lines]).toEqual([head.length, 5]);
});

it('names each type in two ways', async () => {
  const old = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'float', 'double'];
  const properties = [...old, ...PLY_TYPES].map((type, i) => `property ${type} p${i}\n`).join('');
  const { elements } = await headerOf(`ply\nformat ascii 1.0\nelement a 1\n${properties}end_header\n`);
  expect(elements[0]!.properties.map(({ type }) => type)).toEqual([...PLY_TYPES, ...PLY_TYPES]);
  expect(PLY_TYPES.map((type) => PLY_TYPE_BYTES[type])).toEqual([1, 1, 2, 2, 4, 4, 4, 8]);
});

it.each([
  ['ply\nelement vertex 1\nend_header\n', 'cloud.ply: has a header without a format.'],
  ['ply\nformat ascii 1.1\nend_header\n', 'line 2: has the unknown format “ascii 1.1”.'],
  ['ply\nformat ascii 1.0\nelement a 1\nproperty list float int i\nend_header\n', 'line 4: is no property'],
  ['ply\nformat ascii 1.0\nelement a 1\nproperty list uchar int\nend_header\n', 'line 4: is no property'],
  ['ply\nformat ascii 1.0\nelement a 1e3\nend_header\n', 'line 3: is no element'],
  [`ply\nformat ascii 1.0\ncomment ${'x'.repeat(65_536)}\nend_header\n`, 'in its first 65536 bytes.'],
  ['plyformat ascii 1.0\nend_header\n', 'has no header of PLY'],
])('%.60j is refused', async (text, reason) => {
  const refused = headerOf(text);
  await expect(refused).rejects.toBeInstanceOf(ImportRefusedError);
  await expect(refused).rejects.toThrow(reason);
});
