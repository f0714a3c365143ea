import { describe, expect, it } from 'vitest';
import { FLOORS, arrowsOf, backArrows, roomsOf } from './floors.mjs';

describe.each(Object.entries(FLOORS))('%s', (part, floors) => {
  it('gives every folder a floor', () => {
    expect([...floors].sort()).toEqual(roomsOf(part).sort());
  });

  it('has imports from a floor below only', () => {
    const arrows = arrowsOf(part);
    expect(arrows.length).toBeGreaterThan(25);
    expect(backArrows(floors, arrows)).toEqual([]);
  });
});

it('counts an import of a higher floor and of an unknown folder', () => {
  const arrow = (from, to) => ({ file: 'x.ts', from, to });
  const arrows = [arrow('tiles', 'stage'), arrow('tiles', 'elsewhere'), arrow('stage', 'tiles')];
  expect(backArrows(FLOORS['web/src/engine'], arrows)).toHaveLength(2);
});
