import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { layerManifestSchema } from '@overlook/shared/schemas';
import { describeSite } from '../plant/sites.ts';
import { writeDemoLayers } from './demo-layers.ts';
import { instrumentsOf } from './instruments.ts';
import { firstEvent, readingsEvent } from './readings.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'overlook-'))));
afterEach(() => rm(folder, { recursive: true }));

it('Ridgeway has four layers, and an existing one is not changed', async () => {
  await writeDemoLayers(folder, ['ridgeway']);
  const read = async (...path: string[]) => JSON.parse(await readFile(join(folder, 'layers', ...path), 'utf8'));
  for (const id of ['assets', 'sensors', 'tracks', 'scan-positions'])
    expect(layerManifestSchema.parse(await read(id, 'manifest.json')).id).toBe(id);
  expect((await read('scan-positions', 'data', 'positions.json')).positions).toHaveLength(126);
  expect((await read('tracks', 'data', 'tracks.json')).tracks).toHaveLength(3);
  await writeFile(join(folder, 'layers', 'assets', 'manifest.json'), '{"mine":true}');
  await writeDemoLayers(folder, ['ridgeway']);
  expect(await read('assets', 'manifest.json')).toEqual({ mine: true });
});

it('38 instruments give the same values at the same time, and one of them gives none for four minutes', () => {
  const instruments = instrumentsOf(describeSite('ridgeway'));
  expect(new Set(instruments.map(({ id }) => id)).size).toBe(38);
  const nowMs = Date.UTC(2026, 2, 14, 9, 42);
  expect(firstEvent(instruments, nowMs)).toBe(firstEvent(instruments, nowMs));
  const { readings } = JSON.parse(readingsEvent(instruments, nowMs).slice('data: '.length));
  expect(readings).toHaveLength(37);
  expect(readings.find(({ id }: { id: string }) => id === 'TT-103').value).toBeGreaterThan(160);
});
