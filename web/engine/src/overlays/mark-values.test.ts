import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mark } from './mark.ts';
import { ecef, legLabel, line, point, pointsOf, PX_PER_M, setUp, written } from './testing/drawn-marks.ts';

beforeEach(() => vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Inter' })));
afterEach(() => vi.unstubAllGlobals());

describe('values', () => {
  it('are above the middle of their leg, in tabular figures', () => {
    const { drawn } = setUp([legLabel('d', '12.09 m', -20, 20, 0)]);
    expect(written(drawn)).toBe('12.09 m');
    const [[, left, top, width, height]] = drawn.calls('roundRect') as [[string, number, number, number, number]];
    expect(left + width / 2).toBeCloseTo(400, 0);
    expect(top + height).toBe(292);
  });

  it('slide along a leg whose middle is off the screen', () => {
    const { drawn } = setUp([legLabel('d', '300.00 m', 0, 300, 0)]);
    expect(written(drawn)).toBe('300.00 m');
    const [[, left, , width]] = drawn.calls('roundRect') as [[string, number, number, number]];
    expect(left + width).toBeLessThanOrEqual(796);
    expect(left + width).toBeGreaterThan(780);
  });

  it('are left out for legs too short, and show when their point is hovered', () => {
    const marks = [point('p', 0, 0), legLabel('d', '2.00 m', 0, 2, 0)];
    const { canvas, drawn, again } = setUp(marks);
    expect(written(drawn)).toBe('');
    expect(written(again(() => canvas.setHovered('p')))).toBe('2.00 m');
    expect(written(again(() => canvas.setHovered(null)))).toBe('');
  });

  it('of lower priority are hidden, and shown again when their point is hovered', () => {
    const crowd = [5, 4, 3].map((priority, i) => legLabel(`d${i}`, `${priority}`, -20 - i, 20 + i, 0, priority));
    const { canvas, drawn, again } = setUp([...crowd, point('p', 22, 0)]);
    expect(written(drawn)).toBe('54');
    // Its own side of the line is taken by the one that was asked for; the best of the others takes the other.
    expect(written(again(() => canvas.setHovered('p')))).toBe('53');
  });

  it('a point shows its own label while it is hovered or active, unless its line already has it', () => {
    const { canvas, drawn, again } = setUp([
      point('p', 0, 0, { label: 'P' }),
      point('q', 30, 0, { label: 'Q', variant: 'active' }),
    ]);
    expect(written(drawn)).toBe('Q');
    expect(written(again(() => canvas.setHovered('p')))).toBe('PQ');
    const leg = legLabel('d', 'Q', 30, 60, 0);
    expect(written(again(() => canvas.setMarks([point('q', 30, 0, { label: 'Q', variant: 'active' }), leg])))).toBe(
      'Q',
    );
  });

  it('are not written on secondary screens, whose lines are thin', () => {
    const marks = [legLabel('d', '12.09 m', -20, 20, 0), line('l', [ecef(-20, 0, 0), ecef(20, 0, 0)])];
    const { drawn } = setUp(marks, { isSecondary: true });
    expect(written(drawn)).toBe('');
    expect(drawn.calls('=lineWidth').map(([, width]) => width)).toEqual([4, 1.5, 1]);
  });
});

it('the name of the selected object is above its point, and below it at the upper edge', () => {
  const name = (u: number): Mark => ({
    id: 'name',
    kind: 'label',
    variant: 'selection',
    text: 'C-103',
    priority: 0,
    pointEcef: ecef(0, 0, u),
  });
  const topOf = (u: number) => setUp([name(u)]).drawn.calls('roundRect')[0]![2] as number;
  const pointY = (u: number) => 300 - u * PX_PER_M;
  expect(topOf(0)).toBeLessThan(pointY(0));
  const nearEdge = 295 / PX_PER_M;
  expect(topOf(nearEdge)).toBeGreaterThan(pointY(nearEdge));
});

it('skips values that are not numbers and keeps the others', () => {
  const { drawn } = setUp([point('bad', Number.NaN, 0), point('good', 0, 0)]);
  expect(pointsOf(drawn)).toHaveLength(1);
});

it('measures again when the page’s font has loaded', () => {
  const { page, again } = setUp([legLabel('d', '12.09 m', -20, 20, 0)]);
  expect(written(again(() => page.fonts.send('loadingdone', {})))).toBe('12.09 m');
});
