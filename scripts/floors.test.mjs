import { describe, expect, it } from 'vitest';
import { FLOORS, WALLS, arrowsOf, backArrows, roomsOf, throughWalls } from './floors.mjs';

describe.each(Object.entries(FLOORS))('%s', (part, floors) => {
  it('gives every folder a floor', () => {
    expect(floors.flat().sort()).toEqual(roomsOf(part).sort());
  });

  it('has imports from a floor below only', () => {
    const arrows = arrowsOf(part);
    expect(arrows.length).toBeGreaterThan(15);
    expect(backArrows(floors, arrows)).toEqual([]);
  });
});

it.each(Object.entries(WALLS))('%s: no folder imports another', (part, shared) => {
  expect(throughWalls(shared, arrowsOf(part))).toEqual([]);
});

it('counts an import through a wall, and none of a shared folder', () => {
  const arrows = ['parts', 'users'].map((to) => ({ file: 'x.ts', from: 'teams', to }));
  expect(throughWalls(['parts'], arrows)).toEqual([arrows[1]]);
});

it('counts an import of a higher floor and of an unknown folder', () => {
  const arrow = (from, to) => ({ file: 'x.ts', from, to });
  const arrows = [arrow('tiles', 'stage'), arrow('tiles', 'elsewhere'), arrow('stage', 'tiles')];
  expect(backArrows(FLOORS['web/engine/src'], arrows)).toHaveLength(2);
});
