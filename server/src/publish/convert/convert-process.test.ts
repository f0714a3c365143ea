import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskTrouble } from '../../errors/publish-fs.ts';
import { aModelFile } from '../testing/made-model.ts';
import { convertInProcess } from './convert-process.ts';

/** Every write to it fails with a full disk. */
const FULL_DEVICE = '/dev/full';

let folder: string;
let model: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-process-'));
  model = await aModelFile(folder, 'plant', [{ name: 'Box', at: [0, 0, 0], size: [1, 1, 1] }]);
});
afterEach(() => rm(folder, { recursive: true }));

const convert = (out: string) => convertInProcess([model], out, { place: 'given', memoryMb: 1024 });

it.skipIf(!existsSync(FULL_DEVICE))('reports a full disk as such', async () => {
  const out = path.join(folder, 'out');
  await mkdir(path.join(out, 'tiles'), { recursive: true });
  await symlink(FULL_DEVICE, path.join(out, 'tiles/0.glb'));
  const error = await convert(out).catch((reason: unknown) => reason);
  expect(diskTrouble(error)).toBe('The disk is full');
});

it('reports its own fault in one sentence that names the model', async () => {
  const out = path.join(folder, 'out');
  await writeFile(out, 'no folder');
  const error = (await convert(out).catch((reason: unknown) => reason)) as Error;
  expect(error.message).toMatch(/^plant\.glb: cannot be converted, by a fault of the converter: E[A-Z]+: [^\n]*$/);
  expect((error.cause as Error).stack).toContain('\n    at ');
});
