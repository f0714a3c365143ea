import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD, RECORD_BYTES } from '../../../pointclouds/record.ts';
import { decodedTiles, GRID, storedNodes, withBuilt } from '../testing/built-cloud.ts';
import { writeMadeLas } from '../testing/made-las.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-depth-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A LAS file of ten points of one colour at x from `x0` on. */
async function lasOf(name: string, x0: number, [red, green, blue]: readonly number[]) {
  const file = path.join(folder, name);
  await writeMadeLas(file, {
    points: 10,
    ...GRID,
    pointAt: (index, point) =>
      Object.assign(point, { x: x0 + index * 100, y: 0, z: 0, red, green, blue, gpsTime: 1.5 }),
  });
  return { path: file, name };
}

async function ptsOf(name: string, color: string) {
  const file = path.join(folder, name);
  const lines = Array.from({ length: 10 }, (_, i) => `${500_000 + 40 + i} 5000000 100 5 ${color}\n`);
  await writeFile(file, `10\n${lines.join('')}`);
  return { path: file, name };
}

/** Colours of the store, 16 bits each, and of the tiles, each once. */
const colorsOf = (files: readonly { path: string; name: string }[]) =>
  withBuilt({ points: [[0, 0, 0]], options: { files } }, async (built) => {
    const stored = (await storedNodes(built)).flatMap(({ records }) =>
      Array.from({ length: records.length / RECORD_BYTES }, (_, i) =>
        [RECORD.red, RECORD.green, RECORD.blue].map((at) => records.readUInt16LE(i * RECORD_BYTES + at)).join(),
      ),
    );
    const shown = (await decodedTiles(built)).flatMap(({ attribute }) => Array.from(attribute('COLOR_0')!));
    const { warnings } = built;
    return {
      warnings,
      stored: new Set(stored),
      isColor8Bit: built.description.isColor8Bit,
      brightest: Math.max(...shown),
    };
  });

describe('files whose colours have different depths', () => {
  it('become one cloud of 16 bits, in which 8 bits are as bright as before', async () => {
    const files = [
      await lasOf('deep.las', 0, [40_000, 30_000, 20_001]),
      await lasOf('shallow.las', 20_000, [255, 128, 1]),
      await ptsOf('text.pts', '10 20 30'),
    ];
    const { stored, isColor8Bit } = await colorsOf(files);
    expect(isColor8Bit).toBe(false);
    expect(stored).toEqual(new Set(['40000,30000,20001', '65280,32768,256', '2560,5120,7680']));
  });

  it('keep 8 bits where no file has more', async () => {
    const files = [await lasOf('a.las', 0, [255, 128, 1]), await ptsOf('b.pts', '10 20 30')];
    const { stored, isColor8Bit, brightest } = await colorsOf(files);
    expect(isColor8Bit).toBe(true);
    expect(stored).toEqual(new Set(['255,128,1', '10,20,30']));
    expect(brightest).toBeGreaterThan(0.9);
  });

  it('keep 8 bits where a few points have more, which become the brightest of them', async () => {
    const odd = path.join(folder, 'odd.las');
    await writeMadeLas(odd, {
      points: 400,
      ...GRID,
      pointAt: (index, point) =>
        Object.assign(point, { x: index * 100, y: 0, z: 0, red: index === 7 ? 256 : 200, green: 100, blue: 60 }),
    });
    const file = { path: odd, name: 'odd.las' };
    const alone = await colorsOf([file]);
    expect(alone.isColor8Bit).toBe(true);
    expect(alone.stored).toEqual(new Set(['200,100,60', '255,100,60']));
    const { stored } = await colorsOf([file, await lasOf('deep.las', 50_000, [40_000, 30_000, 20_001])]);
    expect(stored).toEqual(new Set(['51200,25600,15360', '65280,25600,15360', '40000,30000,20001']));
  });

  it.each([
    ['greys of their intensities', { intensities: 100, classes: [2, 6] }],
    ['the colours of their classes', { intensities: 0, classes: [2, 6] }],
    ['the colours of their heights', { intensities: 0, classes: [1] }],
  ])('are drawn in %s where a file has none, and stay 0 in the store', async (drawn, { intensities, classes }) => {
    const bare = path.join(folder, 'bare.las');
    await writeMadeLas(bare, {
      points: 100,
      ...GRID,
      pointAt: (index, point) => {
        Object.assign(point, { x: index * 100, y: 0, z: 0, red: 0, green: 0, blue: 0 });
        Object.assign(point, { intensity: intensities && intensities + index });
        point.classification = classes[index % classes.length]!;
      },
    });
    const files = [{ path: bare, name: 'bare.las' }, await lasOf('deep.las', 50_000, [20_000, 20_000, 20_000])];
    const { stored, warnings } = await colorsOf(files);
    expect(stored).toEqual(new Set(['0,0,0', '20000,20000,20000']));
    expect(warnings).toContain(`bare.las: points without colours, drawn in ${drawn}.`);
  });
});
