import { expect, it } from 'vitest';
import type { RingCorner } from '../mocs/index.ts';
import { randomFrom } from '../maths/testing/index.ts';
import { triangulateRim, turnOf } from './triangulate-rim.ts';

/** A star-like ring without crossings. */
function aRing(corners: number, random: () => number): RingCorner[] {
  return Array.from({ length: corners }, (_, i) => {
    const [angle, away] = [(2 * Math.PI * i) / corners, 2 + 5 * random()];
    return [away * Math.cos(angle), away * Math.sin(angle)];
  });
}

it('covers rings of any shape once, with triangles that run anticlockwise', () => {
  const random = randomFrom(2);
  for (let trial = 0; trial < 40; trial++) {
    const ring = aRing(3 + Math.floor(40 * random()), random);
    const triangles = triangulateRim(ring);
    const twice = ring.reduce((sum, corner, i) => sum + turnOf([0, 0], corner, ring[(i + 1) % ring.length]!), 0);
    const areas = triangles.map(([a, b, c]) => turnOf(ring[a]!, ring[b]!, ring[c]!));
    expect(triangles).toHaveLength(ring.length - 2);
    expect(Math.min(...areas)).toBeGreaterThan(0);
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(twice, 9);
  }
});

it('takes the short diagonal of a long kite, whichever corner is first', () => {
  const kite: RingCorner[] = [
    [-10, 0],
    [0, -1],
    [10, 0],
    [0, 1],
  ];
  for (let first = 0; first < 4; first++) {
    const ring = [...kite.slice(first), ...kite.slice(0, first)];
    for (const triangle of triangulateRim(ring))
      expect(triangle.filter((corner) => ring[corner]![0] === 0)).toHaveLength(2);
  }
});
