import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../testing/random-records.ts';
import { VoxelSet } from './voxel-set.ts';

describe('a set of voxels', () => {
  it('adds each voxel once, near and far ones', () => {
    const near = fc.nat(20);
    const any = fc.nat(0xffffffff);
    const number = fc.oneof(near, any, fc.constantFrom(0x7fffffff, 0x80000000, 0xffffffff));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number), { maxLength: 300 }), (voxels) => {
        const set = new VoxelSet();
        const truth = new Set<string>();
        for (const voxel of voxels) {
          expect(set.add(...voxel)).toBe(!truth.has(voxel.join()));
          truth.add(voxel.join());
        }
      }),
    );
  });

  it('grows, and can be emptied and used again', () => {
    const set = new VoxelSet();
    for (let turn = 0; turn < 2; turn++) {
      const random = randomFrom(turn);
      const truth = new Set<number>();
      for (let i = 0; i < 60_000; i++) {
        const [x, y, z] = [random() * 400, random() * 400, random() * 40].map(Math.floor) as [number, number, number];
        const key = x + 1000 * (y + 1000 * z);
        if (set.add(x, y, z) === truth.has(key)) throw new Error(`voxel ${x} ${y} ${z}`);
        truth.add(key);
      }
      set.clear();
    }
    expect(set.bytes).toBeLessThan(200_000);
  });

  it('forgets what is outside a range of bricks, and nothing else', () => {
    const set = new VoxelSet();
    const voxels: [number, number, number][] = Array.from({ length: 20_000 }, (_, i) => [
      i * 7,
      (i * 13) % 999,
      0xfffffff0 + (i % 16),
    ]);
    for (const voxel of voxels) set.add(...voxel);
    const before = set.bytes;
    set.keepWithin({ low: [1000, 0, 0], high: [2000, 0x20000000, 0x20000000] });
    expect(set.bytes).toBeLessThan(before);
    for (const voxel of voxels) {
      const isWithin = voxel[0] >= 8000 && voxel[0] < 16_000;
      if (isWithin && set.add(...voxel)) throw new Error(`voxel ${voxel.join()} was forgotten`);
      if (!isWithin && !set.add(...voxel)) throw new Error(`voxel ${voxel.join()} was kept`);
    }
  });
});
