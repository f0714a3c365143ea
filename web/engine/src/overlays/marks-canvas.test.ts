import { type Vec3, enuFrame } from '@overlook/shared/maths';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { Mark, PointMark } from './mark.ts';
import {
  cameraAt,
  CAMERA,
  ecef,
  FRAME,
  legLabel,
  line,
  point,
  pointsOf,
  PX_PER_M,
  setUp,
  written,
} from './testing/drawn-marks.ts';
import type { FakeCanvas } from './testing/fake-page.ts';

beforeEach(() => vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Inter' })));
afterEach(() => vi.unstubAllGlobals());

describe('MarksCanvas', () => {
  it('stamps points where the camera sees them', () => {
    const { drawn } = setUp([point('a', 10, 5)]);
    expect(drawn.width).toBe(1600);
    const [[x, y]] = pointsOf(drawn) as [[number, number]];
    expect(x).toBeCloseTo(400 + 10 * PX_PER_M, 6);
    expect(y).toBeCloseTo(300 - 5 * PX_PER_M, 6);
  });

  it('is hidden without marks, and cleared once', () => {
    const { canvas, drawn, again } = setUp([point('a', 0, 0)]);
    expect(drawn.style['display']).toBe('');
    again(() => canvas.setMarks([]));
    expect(drawn.calls('clearRect')).toHaveLength(1);
    again(() => canvas.draw(cameraAt(1, -100), FRAME));
    expect(drawn.style['display']).toBe('none');
    expect(drawn.records).toEqual([]);
  });

  it('draws the casing under the line, and live lines dashed', () => {
    const { drawn } = setUp([
      line('l', [ecef(-10, 0, 0), ecef(0, 0, 5), ecef(10, 0, 0)]),
      line('live', [ecef(10, 0, 0), ecef(20, 0, 0)], { isDashed: true }),
    ]);
    const widths = drawn.calls('=lineWidth').map(([, width]) => width);
    expect(widths.slice(0, 4)).toEqual([5.5, 2.25, 4, 1.75]);
    expect(drawn.calls('setLineDash').map(([, dash]) => (dash as number[]).length)).toEqual([0, 0, 0, 2, 0]);
    // One stroke goes through all three points.
    expect(drawn.calls('moveTo')).toHaveLength(2);
    expect(drawn.calls('lineTo')).toHaveLength(3);
  });

  it('draws no line across the screen for a leg that passes behind the camera', () => {
    const { drawn } = setUp([line('l', [ecef(-1, -50, -2), ecef(1, -250, -2)])]);
    for (const [, x, y] of [...drawn.calls('moveTo'), ...drawn.calls('lineTo')]) {
      // It runs down through the lower half, towards the feet.
      expect(y as number).toBeGreaterThan(300);
      expect(Math.abs((x as number) - 400)).toBeLessThan(400);
    }
    expect(drawn.calls('lineTo')).toHaveLength(1);
  });

  it('draws the farther point first and the hovered one last', () => {
    const at = (id: string, n: number): PointMark => point(id, 0, 0, { pointEcef: ecef(n / 10, n, 0), canGrab: true });
    const { canvas, drawn, again } = setUp([at('near', 0), at('far', 50), at('middle', 20)]);
    const order = (c: FakeCanvas): number[] => pointsOf(c).map(([x]) => Math.round(x));
    const [far, middle, near] = order(drawn);
    expect([far, middle, near]).toEqual(
      [50, 20, 0].map((n) => Math.round(400 + ((n / 10) * PX_PER_M * 100) / (100 + n))),
    );
    expect(order(again(() => canvas.setHovered('far')))).toEqual([middle, near, far]);
  });

  it('fades what is behind the model, run by run, until the camera moves', () => {
    const { canvas, drawn, again } = setUp([point('a', -10, 0), line('l', [ecef(-40, 0, 0), ecef(40, 0, 0)])]);
    again(() => expect(canvas.refreshOcclusion(100, ([e]) => e < 0)).toBe(true));
    const alphas = drawn.calls('=globalAlpha').map(([, alpha]) => alpha as number);
    expect(alphas).toContain(0.55);
    // West half hidden, east half not, meeting in the middle.
    const ends = [...drawn.calls('moveTo'), ...drawn.calls('lineTo')].map(([, x]) => Math.round(x as number));
    expect(ends).toEqual([192, 400, 400, 608]);
    again(() => canvas.draw(cameraAt(0, -100), FRAME));
    expect(drawn.calls('=globalAlpha').map(([, alpha]) => alpha)).toContain(0.55);
    again(() => canvas.draw(cameraAt(1, -100), FRAME));
    expect(drawn.calls('=globalAlpha').map(([, alpha]) => alpha)).not.toContain(0.55);
  });

  it('keeps the results of unchanged marks while another follows the pointer', () => {
    const still = point('a', -10, 0);
    const { canvas } = setUp([still, point('live', 5, 0)]);
    canvas.refreshOcclusion(100, ([e]) => e < 0);
    canvas.setMarks([{ ...still }, point('live', 6, 0)]);
    let asked = 0;
    canvas.refreshOcclusion(100, () => (asked++, false));
    expect(asked).toBe(1);
    canvas.clearOcclusion();
    canvas.refreshOcclusion(100, () => (asked++, false));
    expect(asked).toBe(3);
  });

  it('brings the marks to another site', () => {
    const { canvas, drawn, again } = setUp([point('a', 0, 0)]);
    const other = enuFrame({ longitude: 0.0001, latitude: 0, height: 0 });
    again(() => canvas.draw(CAMERA, other));
    const [[x]] = pointsOf(drawn) as [[number, number]];
    // 0.0001° of the equator is 11.132 m: the point now lies that far to the west.
    expect(x).toBeCloseTo(400 - 11.132 * PX_PER_M, 1);
  });
});

describe('markAt', () => {
  it('finds the nearest point within reach, farther for a finger', () => {
    const { canvas } = setUp([point('a', 0, 0), point('b', 4, 0)]);
    expect(canvas.markAt(402, 303)).toBe('a');
    expect(canvas.markAt(400 + 3 * PX_PER_M, 300)).toBe('b');
    expect(canvas.markAt(400, 318)).toBeNull();
    expect(canvas.markAt(400, 318, { isCoarse: true })).toBe('a');
  });

  it('for a grab finds only what can be grabbed, and never a cursor or pivot', () => {
    const { canvas } = setUp([
      point('cursor', 0, 0, { variant: 'cursor', canGrab: true }),
      point('live', 0, 0, { variant: 'target' }),
      point('fixed', 1, 0),
      point('loose', 20, 0, { canGrab: true }),
    ]);
    expect(canvas.markAt(400, 300)).toBe('fixed');
    expect(canvas.markAt(400, 300, { isForGrab: true })).toBeNull();
    expect(canvas.markAt(400 + 20 * PX_PER_M, 300, { isForGrab: true })).toBe('loose');
  });

  it('gives the click to the model in front of a mark, but not in front of a handle', () => {
    const { canvas } = setUp([
      point('behind', 0, 0, { canGrab: true }),
      point('handle', 20, 0, { variant: 'handle', canGrab: true }),
    ]);
    canvas.refreshOcclusion(100, () => true);
    expect(canvas.markAt(400, 300)).toBeNull();
    expect(canvas.markAt(400 + 20 * PX_PER_M, 300)).toBe('handle');
  });

  it('finds lines and labels that can be grabbed', () => {
    const { canvas } = setUp([
      line('l', [ecef(-20, 0, 0), ecef(20, 0, 0)], { canGrab: true }),
      { ...legLabel('d', '40.00 m', -20, 20, 0), canGrab: true },
    ]);
    expect(canvas.markAt(450, 303)).toBe('l');
    expect(canvas.markAt(400, 284)).toBe('d');
    expect(canvas.markAt(450, 320)).toBeNull();
  });

  it('finds nothing off the screen or without marks', () => {
    const { canvas } = setUp([point('a', 0, 0)]);
    canvas.setMarks([]);
    expect(canvas.markAt(400, 300)).toBeNull();
  });
});

describe('the divider of a swipe', () => {
  const alphas = (drawn: FakeCanvas) => drawn.calls('=globalAlpha').map(([, alpha]) => alpha);
  // Over the middle of the screen.
  const label = legLabel('d', '30.00 m', -15, 15, 0);

  it.each([
    ['crosses a label, which fades', 0.5, [0.55]],
    ['is beside it', 0.2, [1]],
  ])('%s', (_case, fraction, expected) => {
    const { canvas, again } = setUp([label]);
    const divider = { fraction, direction: 'sideBySide' } as const;
    const drawn = again(() => canvas.draw(CAMERA, FRAME, { section: null, divider }));
    expect(written(drawn)).toBe('30.00 m');
    expect(alphas(drawn)).toContain(expected[0]);
    if (expected[0] === 1) expect(alphas(drawn)).not.toContain(0.55);
  });
});

describe('a section', () => {
  /** Shows what lies at most 5 m east. */
  const SECTION: EnuSection = { planes: Float64Array.of(-1, 0, 0, 5), box: null };
  const CUT = { section: SECTION, divider: null };
  const setUpCut = (marks: readonly Mark[]) => {
    const { canvas, again } = setUp(marks);
    return { canvas, drawn: again(() => canvas.draw(CAMERA, FRAME, CUT)) };
  };

  it('hides points outside it, and they cannot be hit', () => {
    const { canvas, drawn } = setUpCut([point('in', 0, 0, { canGrab: true }), point('out', 10, 0, { canGrab: true })]);
    expect(pointsOf(drawn)).toEqual([[400, 300]]);
    expect(canvas.markAt(400, 300)).toBe('in');
    expect(canvas.markAt(400 + 10 * PX_PER_M, 300)).toBeNull();
  });

  it('ends lines and fills where it cuts them, but not its own marks', () => {
    const outline = [ecef(-10, 0, 0), ecef(10, 0, 0), ecef(10, 0, 10), ecef(-10, 0, 10)];
    const farEast = (marks: Mark[]): number => {
      const { drawn } = setUpCut(marks);
      const xs = [...drawn.calls('moveTo'), ...drawn.calls('lineTo')].map(([, x]) => x as number);
      return (Math.max(...xs) - 400) / PX_PER_M;
    };
    expect(farEast([line('l', [ecef(-10, 0, 0), ecef(10, 0, 0)])])).toBeCloseTo(5, 9);
    expect(farEast([line('f', outline, { isClosed: true, fillAlpha: 0.5 })])).toBeCloseTo(5, 9);
    expect(farEast([line('own', outline, { isClosed: true, fillAlpha: 0.5, isUncut: true })])).toBeCloseTo(10, 9);
  });

  it('shows the value of a cut line on its remaining part, and none where no part remains', () => {
    const long = { ...legLabel('d', '30.00 m', 0, 30, 0), canGrab: true };
    const { canvas, drawn } = setUpCut([long, legLabel('e', '20.00 m', 10, 30, 5)]);
    expect(written(drawn)).toBe('30.00 m');
    expect(canvas.markAt(400 + 5 * PX_PER_M, 284)).toBe('d');
  });

  it('shows everything again when it is removed', () => {
    const { canvas, again } = setUp([point('out', 10, 0)]);
    again(() => canvas.draw(CAMERA, FRAME, CUT));
    expect(pointsOf(again(() => canvas.draw(CAMERA, FRAME)))).toHaveLength(1);
  });
});

it('draws larger handles while the pointer is a finger', () => {
  const { page, drawn, again } = setUp([point('h', 0, 0, { variant: 'handle', color: '#ff6b6b' })]);
  const size = (canvas: FakeCanvas): number => canvas.calls('drawImage')[0]![4] as number;
  const fine = size(drawn);
  page.pointer.matches = true;
  expect(size(again(() => page.pointer.send('change', {})))).toBe(fine + 8);
});

it('draws ten thousand points from one sprite and one path', () => {
  const points = Array.from({ length: 10_000 }, (_, i): Vec3 => ecef((i % 100) - 50, i / 100, -5));
  const marks = [line('l', points), ...points.map((pointEcef, i) => ({ ...point(`p${i}`, 0, 0), pointEcef }))];
  const { page, drawn } = setUp(marks);
  expect(drawn.calls('drawImage')).toHaveLength(10_000);
  // The canvas itself, and the sprite.
  expect(page.canvases).toHaveLength(2);
  expect(drawn.calls('beginPath')).toHaveLength(2);
  expect(drawn.calls('stroke')).toHaveLength(2);
});

it('skips the steps of a line that are too short to be visible', () => {
  const points = Array.from({ length: 1000 }, (_, i): Vec3 => ecef(i / 1000, 0, 0));
  const { drawn } = setUp([line('l', points)]);
  // A metre is 5.2 px, and steps are half a pixel.
  expect(drawn.calls('lineTo').length).toBeLessThan(12);
  expect(drawn.calls('lineTo').length).toBeGreaterThan(7);
});

it('destroy removes the canvas, is safe to call twice, and nothing is drawn after it', () => {
  const { canvas, page, drawn, again } = setUp([point('a', 0, 0)]);
  canvas.destroy();
  canvas.destroy();
  expect(drawn.isRemoved).toBe(true);
  again(() => {
    canvas.setHovered('a');
    page.fonts.send('loadingdone', {});
  });
  expect(drawn.records).toEqual([]);
  expect(canvas.markAt(400, 300)).toBeNull();
});
