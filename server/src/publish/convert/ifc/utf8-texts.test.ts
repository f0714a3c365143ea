import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readIfc } from './read-ifc.ts';
import { aBox, aStepText } from './testing/made-ifc.ts';
import { withUtf8Texts } from './utf8-texts.ts';

async function folderWith(bytes: Uint8Array): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'overlook-texts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'a.ifc');
  await writeFile(file, bytes);
  return { folder, file };
}
const step = aStepText({ lines: aBox({ id: 1000 }) });

test.each([
  ['Windows-1252', Buffer.from(step.replace("'Yard'", "'K\xfchlturm S\xfcd \x80'"), 'latin1')],
  ['UTF-8', Buffer.from(step.replace("'Yard'", "'Kühlturm Süd €'"))],
])('texts of 8 bits are read as %s', async (name, bytes) => {
  const { folder, file } = await folderWith(bytes);
  const readable = await withUtf8Texts(file, path.join(folder, 'copy'));
  expect(readable === file).toBe(name === 'UTF-8');
  const { tree } = await readIfc(readable, () => {});
  expect(tree.names).toContain('Kühlturm Süd €');
});

test('each text is judged by itself, also where the file is read in parts', async () => {
  const long = 'x'.repeat(4 * 1024 * 1024 - 8);
  const { folder, file } = await folderWith(
    Buffer.concat([Buffer.from(long), Buffer.from("'漢字'"), Buffer.from([0x27, 0xfc, 0xe4, 0x27])]),
  );
  const copy = await withUtf8Texts(file, path.join(folder, 'copy'));
  expect((await readFile(copy, 'utf8')).slice(long.length)).toBe("'漢字''üä'");
});
