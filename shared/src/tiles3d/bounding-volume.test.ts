import { describe, expect, it } from 'vitest';
import { readBoundingVolume } from './bounding-volume.ts';
import { JsonNode } from './json-node.ts';

const read = (value: object) => readBoundingVolume(new JsonNode(value, null, 'root.boundingVolume'));
const REGION = [-1, -0.5, 1, 0.5, -10, 100];

describe('a bounding volume', () => {
  it('has the centre and the half axes of a box', () => {
    expect(read({ box: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] })).toEqual({
      kind: 'box',
      center: [1, 2, 3],
      axes: [[4, 5, 6], [7, 8, 9], [10, 11, 12]], // prettier-ignore
    });
  });

  it('has centre and radius of a sphere', () => {
    expect(read({ sphere: [1, 2, 3, 0] })).toEqual({ kind: 'sphere', center: [1, 2, 3], radius: 0 });
  });

  it('may be a region across ±180°, and up to the poles with the rounding of exporters', () => {
    const region = [3.1, -Math.PI / 2 - 1e-10, -Math.PI - 1e-10, Math.PI / 2, 0, 0];
    expect(read({ region })).toEqual({ kind: 'region', west: 3.1, south: region[1], east: region[2], north: Math.PI / 2, minHeight: 0, maxHeight: 0 }); // prettier-ignore
  });

  it('is its box where it has several', () => {
    expect(read({ sphere: [0, 0, 0, 1], region: REGION, box: Array.from({ length: 12 }, () => 1) }).kind).toBe('box');
    expect(read({ sphere: [0, 0, 0, 1], region: REGION }).kind).toBe('region');
  });

  it.each([
    [{}, 'root.boundingVolume', 'has none of box, region or sphere.'],
    [{ box: [1, 2, 3] }, 'root.boundingVolume.box', 'should be an array of 12 numbers.'],
    [{ sphere: [0, 0, 0, -1] }, 'root.boundingVolume.sphere', 'has a negative radius.'],
    [{ region: REGION.with(0, 3.2) }, 'root.boundingVolume.region', 'has a longitude beyond ±π radians.'],
    [{ region: REGION.with(3, 1.6) }, 'root.boundingVolume.region', 'has a latitude beyond ±π/2 radians.'],
    [{ region: REGION.with(1, 0.6) }, 'root.boundingVolume.region', 'has its south edge north of its north edge.'],
    [{ region: REGION.with(4, 101) }, 'root.boundingVolume.region', 'has its least height above its greatest.'],
  ])('%j is refused at %s', (value, place, reason) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ place, reason }));
  });
});
