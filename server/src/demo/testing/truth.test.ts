import { describe, expect, it } from 'vitest';
import { Bvh } from '../light/bvh.ts';
import { occluderTriangles } from '../light/occluders.ts';
import { describeSite } from '../plant/sites.ts';
import { DISTANCES, FLAT_FACES, SAMPLE_POSES } from './truth.ts';

describe('facts about Ridgeway Gas Plant', () => {
  const plant = describeSite('ridgeway');
  const everything = new Bvh(occluderTriangles(plant, 0));

  it('measures between its named points', () => {
    expect(DISTANCES.map(({ metres }) => Math.round(metres * 100) / 100)).toEqual([16.63, 34.16, 83.16]);
  });

  it.each(FLAT_FACES)('places $name on its plane', ({ corner, edgeU, edgeV, normal, offset }) => {
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      const p = [0, 1, 2].map((i) => corner[i]! + edgeU[i]! * u + edgeV[i]! * v);
      expect(p[0]! * normal[0] + p[1]! * normal[1] + p[2]! * normal[2]).toBeCloseTo(offset, 9);
    }
  });

  it.each(SAMPLE_POSES)('shows what it describes: $name', ({ pose: { position, direction }, seesTag, pointEnu }) => {
    const range = Math.hypot(...pointEnu.map((c, i) => c - position[i]!));
    expect(everything.blockedAt(...position, ...direction, range - 0.1)).toBe(Infinity);
    const ids = new Set(plant.nodes.filter((node) => node.name.startsWith(`${seesTag} `)).map((node) => node.id));
    const own = new Bvh(
      occluderTriangles(
        { ...plant, parts: plant.parts.filter((part) => part.nodeId !== null && ids.has(part.nodeId)) },
        0,
      ),
    );
    expect(own.blockedAt(...position, ...direction, range + 0.1)).toBeCloseTo(range, 1);
  });
});
