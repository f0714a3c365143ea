import { describe, expect, it } from 'vitest';
import { chooseDensities } from './choose-densities.ts';

/** Cells of 1 m with points of this spacing on a surface through them, and some without. */
const cells = (spacingM: number) => Uint32Array.of(0, ...Array.from({ length: 50 }, () => (1 / spacingM) ** 2), 0);

describe('densities that a cloud is offered at', () => {
  it('begin with the spacing of its points, and continue with spacings that make files smaller', () => {
    expect(chooseDensities({ unitM: 0.001, cellM: 1, counts: cells(0.077) })).toEqual([0.077, 0.2, 0.5, 1, 2]);
    expect(chooseDensities({ unitM: 0.01, cellM: 1, counts: cells(0.5) })).toEqual([0.5, 1, 2, 5, 10]);
    expect(chooseDensities({ unitM: 0.001, cellM: 1, counts: cells(0.0015) })).toEqual([
      0.0015, 0.0025, 0.005, 0.01, 0.02,
    ]);
  });

  it('have short labels in units of any kind', () => {
    expect(chooseDensities({ unitM: 0.0003048, cellM: 1, counts: cells(0.0536) })[0]).toBe(0.054);
  });

  it('are not finer than a unit of the grid: points in one place have no spacing', () => {
    expect(chooseDensities({ unitM: 0.005, cellM: 1, counts: cells(0.0015) })).toEqual([0.005, 0.01, 0.02, 0.05, 0.1]);
  });

  it('depend on the denser parts of a cloud, not on its densest cell', () => {
    const counts = Uint32Array.of(1_000_000, ...Array.from({ length: 1000 }, () => 10_000));
    expect(chooseDensities({ unitM: 0.001, cellM: 1, counts })).toEqual([0.01, 0.02, 0.05, 0.1, 0.2]);
  });

  it('exist for a cloud of one point and for an empty cloud', () => {
    expect(chooseDensities({ unitM: 0.001, cellM: 0.001, counts: Uint32Array.of(1) })).toEqual([
      0.001, 0.0025, 0.005, 0.01, 0.02,
    ]);
    expect(chooseDensities({ unitM: 0.001, cellM: 2, counts: new Uint32Array(3) })).toEqual([2, 5, 10, 20, 50]);
  });
});
