import { toMat4 } from '@overlook/shared/maths';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CountGrid, encodeCountGrid } from '@overlook/shared/points';
import { type CountGrids, createCountGrids } from './count-grids.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'count-grids-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const of = (grids: CountGrids, file: string) => grids.of(file, () => readFile(file));
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
    const [first, second] = await Promise.all([of(grids, file), of(grids, file)]);
    expect(first.counts[0]![0]).toBe(7);
    expect(second).toBe(first);
    expect(await of(grids, file)).toBe(first);
  });

  it('stay within the memory limit: the least recently used are dropped', async () => {
    const grids = createCountGrids({ bytesMost: 2 * BYTES });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(put));
    const first = [await of(grids, a!), await of(grids, b!)];
    expect(await of(grids, a!)).toBe(first[0]);
    const third = await of(grids, c!);
    expect(await of(grids, a!)).toBe(first[0]);
    expect(await of(grids, c!)).toBe(third);
    expect(await of(grids, b!)).not.toBe(first[1]);
  });

  it('are dropped when none is requested', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const grids = createCountGrids({ keptMs: 1000 });
    const file = await put('a');
    const first = await of(grids, file);
    vi.advanceTimersByTime(900);
    expect(await of(grids, file)).toBe(first);
    vi.advanceTimersByTime(1000);
    expect(await of(grids, file)).not.toBe(first);
  });

  it('fail when their file is not there, and a damaged one is read again', async () => {
    const grids = createCountGrids();
    await expect(of(grids, path.join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    const other = path.join(folder, 'b');
    await writeFile(other, 'no grid');
    await expect(of(grids, other)).rejects.toThrow(RangeError);
    await put('b');
    expect((await of(grids, other)).x).toHaveLength(CELLS);
  });
});
