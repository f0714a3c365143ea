import { describe, expect, it } from 'vitest';
import { SPLIT_LEAST, SPLIT_MOST } from '@overlook/shared/config';
import { arrange, arrangementKind, clampSplit, SPLIT_DEFAULTS } from './arrangement.ts';

describe('arrangements of screens', () => {
  it('are one, two beside each other, and three by the shape of the stage', () => {
    expect(arrangementKind(1, 1.6)).toBe('one');
    expect(arrangementKind(2, 1.6)).toBe('two');
    expect(arrangementKind(3, 1.6)).toBe('stack');
    expect(arrangementKind(3, 2.3)).toBe('columns');
  });

  it.each(['one', 'two', 'stack', 'columns'] as const)('%s covers the stage once', (kind) => {
    const { panes, gaps } = arrange(kind, SPLIT_DEFAULTS[kind]);
    const area = panes.reduce((sum, p) => sum + (p.right - p.left) * (p.bottom - p.top), 0);
    expect(area).toBeCloseTo(1, 12);
    expect(gaps).toHaveLength(panes.length - 1);
  });

  it('three columns are equally wide at first', () => {
    const { panes } = arrange('columns', SPLIT_DEFAULTS.columns);
    for (const { left, right } of panes) expect(right - left).toBeCloseTo(1 / 3, 12);
  });

  it('the gap after the first screen moves both its neighbours', () => {
    const { panes } = arrange('stack', { main: 0.7, side: 0.25 });
    expect(panes[0]!.right).toBe(0.7);
    expect(panes[1]).toEqual({ left: 0.7, top: 0, right: 1, bottom: 0.25 });
    expect(panes[2]).toEqual({ left: 0.7, top: 0.25, right: 1, bottom: 1 });
  });

  it('no screen can be dragged away', () => {
    expect(clampSplit(-1)).toBe(SPLIT_LEAST);
    expect(clampSplit(2)).toBe(SPLIT_MOST);
  });
});
