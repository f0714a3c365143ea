import { type Vec3, enuFrame } from '@overlook/shared/maths';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { LabelMark, LineMark, Mark, PointMark } from './mark.ts';
import { MarksCanvas } from './marks-canvas.ts';
import { type FakeCanvas, FakeElement, FakePage } from './testing/fake-page.ts';

/** At 0°, 0° the axes of ECEF are up, east and north. */
const FRAME = enuFrame({ longitude: 0, latitude: 0, height: 0 });
const ecef = (e: number, n: number, u: number): Vec3 => [6378137 + u, e, n];
const cameraAt = (e: number, n: number) =>
  cameraFrame({ positionEnu: [e, n, 0], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 600, 1, 50_000);
/** 100 m south of the origin, looking north: 5.196 px for a metre there. */
const CAMERA = cameraAt(0, -100);
const PX_PER_M = 300 / Math.tan(Math.PI / 6) / 100;

const point = (id: string, e: number, u: number, fields: Partial<PointMark> = {}): PointMark => ({
  id,
  kind: 'point',
  variant: 'point',
  pointEcef: ecef(e, 0, u),
  ...fields,
});
const line = (id: string, points: Vec3[], fields: Partial<LineMark> = {}): LineMark => ({
  id,
  kind: 'line',
  pointsEcef: points,
  ...fields,
});
const legLabel = (id: string, text: string, e0: number, e1: number, u: number, priority = 0): LabelMark => ({
  id,
  kind: 'label',
  text,
  priority,
  pointEcef: ecef((e0 + e1) / 2, 0, u),
  alongEcef: [ecef(e0, 0, u), ecef(e1, 0, u)],
});

beforeEach(() => vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'Inter' })));
afterEach(() => vi.unstubAllGlobals());

function setUp(marks: readonly Mark[], options?: { isSecondary?: boolean }) {
  const page = new FakePage();
  const parent = new FakeElement(page);
  const canvas = new MarksCanvas(parent as unknown as HTMLElement);
  const drawn = canvas.canvas as unknown as FakeCanvas;
  canvas.resize(800, 600, 2);
  canvas.setMarks(marks, options);
  canvas.draw(CAMERA, FRAME);
  /** The recorded calls of one more frame. */
  const again = (change: () => void): FakeCanvas => {
    drawn.records.length = 0;
    change();
    return drawn;
  };
  return { page, canvas, drawn, again };
}

/** The drawn text, letter by letter but without the spaces between the pieces. */
const written = (canvas: FakeCanvas): string =>
  canvas
    .calls('fillText')
    .map(([, piece]) => piece)
    .join('');
const pointsOf = (canvas: FakeCanvas): [number, number][] =>
  canvas
    .calls('drawImage')
    .map(([, , x, y, size]) => [(x as number) + (size as number) / 2, (y as number) + (size as number) / 2]);

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

it('skips values that are not numbers and keeps the others', () => {
  const { drawn } = setUp([point('bad', Number.NaN, 0), point('good', 0, 0)]);
  expect(pointsOf(drawn)).toHaveLength(1);
});

it('draws larger handles while the pointer is a finger', () => {
  const { page, drawn, again } = setUp([point('h', 0, 0, { variant: 'handle', color: '#ff6b6b' })]);
  const size = (canvas: FakeCanvas): number => canvas.calls('drawImage')[0]![4] as number;
  const fine = size(drawn);
  page.pointer.matches = true;
  expect(size(again(() => page.pointer.send('change', {})))).toBe(fine + 8);
});

it('measures again when the page’s font has loaded', () => {
  const { page, again } = setUp([legLabel('d', '12.09 m', -20, 20, 0)]);
  expect(written(again(() => page.fonts.send('loadingdone', {})))).toBe('12.09 m');
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
