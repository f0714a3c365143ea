import { toMat4 } from '@overlook/shared/maths';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CountGrid, encodeCountGrid } from '@overlook/shared/points';
import { createCountGrids } from './count-grids.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'count-grids-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const CELLS = 100;
/** Three axes of 2 bytes and one density of 4. */
const BYTES = CELLS * (3 * 2 + 4);

async function put(name: string): Promise<string> {
  const file = path.join(folder, name);
  const grid: CountGrid = {
    ecefToCell: toMat4(new Float64Array(16)),
    cellM: 1,
    densities: [0.01],
    x: Uint16Array.from({ length: CELLS }, (_, i) => i),
    y: new Uint16Array(CELLS),
    z: new Uint16Array(CELLS),
    counts: [new Uint32Array(CELLS).fill(7)],
  };
  await writeFile(file, encodeCountGrid(grid));
  return file;
}

describe('the decoded count grids', () => {
  it('are decoded once, for requests at the same time too', async () => {
    const grids = createCountGrids();
    const file = await put('a');
    const [first, second] = await Promise.all([grids.of(file), grids.of(file)]);
    expect(first.counts[0]![0]).toBe(7);
    expect(second).toBe(first);
    expect(await grids.of(file)).toBe(first);
  });

  it('stay within the memory limit: the least recently used are dropped', async () => {
    const grids = createCountGrids({ bytesMost: 2 * BYTES });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(put));
    const first = [await grids.of(a!), await grids.of(b!)];
    expect(await grids.of(a!)).toBe(first[0]);
    const third = await grids.of(c!);
    expect(await grids.of(a!)).toBe(first[0]);
    expect(await grids.of(c!)).toBe(third);
    expect(await grids.of(b!)).not.toBe(first[1]);
  });

  it('are dropped when none is requested', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const grids = createCountGrids({ keptMs: 1000 });
    const file = await put('a');
    const first = await grids.of(file);
    vi.advanceTimersByTime(900);
    expect(await grids.of(file)).toBe(first);
    vi.advanceTimersByTime(1000);
    expect(await grids.of(file)).not.toBe(first);
  });

  it('fail when their file has been removed, and a damaged one is read again', async () => {
    const grids = createCountGrids();
    const file = await put('a');
    await grids.of(file);
    await rm(file);
    await expect(grids.of(file)).rejects.toMatchObject({ code: 'ENOENT' });
    const other = path.join(folder, 'b');
    await writeFile(other, 'no grid');
    await expect(grids.of(other)).rejects.toThrow(RangeError);
    await put('b');
    expect((await grids.of(other)).x).toHaveLength(CELLS);
  });
});
