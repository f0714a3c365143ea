import { describe, expect, it } from 'vitest';
import { portionsOf } from './near-objects.ts';

describe('the children of groups that are read at once', () => {
  it('are so few that a statement is short, of small groups together and of a large one in parts', () => {
    const groups = [
      [7, 4],
      [8, 6],
      [9, 1],
      [10, 25],
      [11, 3],
    ] as const;
    expect([...portionsOf(groups, 10)]).toEqual([
      { parents: [7, 8], from: 0, to: 10 },
      { parents: [9], from: 0, to: 10 },
      { parents: [10], from: 0, to: 10 },
      { parents: [10], from: 10, to: 20 },
      { parents: [10], from: 20, to: 30 },
      { parents: [11], from: 0, to: 10 },
    ]);
  });

  it('are of at most 500 groups, and of none for an empty tree', () => {
    const groups = Array.from({ length: 1001 }, (_, id) => [id, 1] as const);
    expect([...portionsOf(groups)].map(({ parents }) => parents.length)).toEqual([500, 500, 1]);
    expect([...portionsOf([])]).toEqual([]);
  });
});
