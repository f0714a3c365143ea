import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GpsTimes } from '@overlook/shared/point-files';
import { writeMadeLas } from '../testing/made-las.ts';
import { UTM_32 } from '../testing/utm-32.ts';
import { buildCloud } from './build-cloud.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'overlook-times-'))));
afterAll(() => rm(folder, { recursive: true }));

const GRID = { scale: [0.001, 0.001, 0.001], offset: [500_000, 5_000_000, 100] } as const;

/** Builds a cloud of files with these times; null has none. */
async function build(kinds: readonly (GpsTimes | null | 'no points')[]) {
  const out = await mkdtemp(path.join(folder, 'out-'));
  const files = kinds.map((_, i) => ({ path: path.join(out, `${i}.las`), name: `${i}.las` }));
  for (const [i, kind] of kinds.entries())
    await writeMadeLas(files[i]!.path, {
      ...GRID,
      points: kind === 'no points' ? 0 : 10,
      format: kind === null ? 2 : 3,
      areTimesAdjusted: kind === 'adjusted' || kind === 'no points',
    });
  const rules = { frame: UTM_32, grid: GRID, reprojectedFrom: null };
  return buildCloud({ files, rules, outFolder: out, workFolder: out, withTiles: false, threads: 1 });
}

describe('GPS times of a cloud', () => {
  it.each<[GpsTimes | null, (GpsTimes | null | 'no points')[]]>([
    ['week', ['week', 'week']],
    ['adjusted', ['adjusted', null]],
    ['week', ['week', 'no points']],
    [null, [null]],
  ])('are %s of files with %j', async (kind, kinds) => {
    const { description, warnings } = await build(kinds);
    expect([description.gpsTimes, warnings]).toEqual([kind, []]);
  });

  it('are of no kind where files differ, which the import says', async () => {
    const { description, warnings } = await build(['week', 'adjusted', 'week']);
    expect(description.gpsTimes).toBeNull();
    expect(warnings).toEqual([
      'GPS times count the seconds of a week in 0.las, 2.las, and are adjusted standard times in 1.las. ' +
        'They are kept as they are; an export cannot say which of them is which.',
    ]);
  });
});
