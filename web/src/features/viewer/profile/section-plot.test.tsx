import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProfileShown, SectionLabels } from '@overlook/engine';
import { loadEngine } from './engine.ts';
import { type PlotInput, SectionPlot } from './section-plot.ts';

// The engine is a large import for a machine that does other things.
beforeAll(loadEngine, 60_000);

/** Points (along, across, up), metres, of a line of 40 m: they are up to 8 m high. */
const POINTS = [0, 0, 0, 10, 0, 8, 40, 0, 4];
const FRAME = { lengthMetres: 40 } as ProfileShown['frame'];
const shownOf = (frame: ProfileShown['frame'], positions: number[]): ProfileShown => ({
  frame,
  points: {
    chunks: [{ positions: Float32Array.from(positions), colors: null, classes: null }],
    halfThicknessMetres: 1,
  },
  summary: {
    count: positions.length / 3,
    bounds: { alongLeast: 0, alongMost: 40, upLeast: 0, upMost: 8 },
    hasColors: false,
    hasClasses: false,
  },
  progress: { state: 'done', points: 3, tilesRead: 1, tilesWanted: 1, failed: 0 } as ProfileShown['progress'],
});
const SHOWN = shownOf(FRAME, POINTS);
const INPUT: PlotInput = {
  shown: SHOWN,
  color: 'height',
  exaggeration: 1,
  legs: [] as readonly SectionLabels[],
  begun: null,
  datum: 'above the ellipsoid',
  pointerText: () => '',
};
/** The canvas of a plot of 400 × 200 pixels: an axis of 56 is left of it, and one of 28 below. */
const [WIDTH, HEIGHT] = [456, 228];
const LEFT = 56;

/** A 2D context on which nothing can be seen; happy-dom has none. */
const blank = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as CanvasRenderingContext2D;
function aCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'getContext').mockReturnValue(blank as never);
  return canvas;
}

let plot: SectionPlot;
let points: HTMLCanvasElement;
beforeEach(() => {
  vi.useFakeTimers();
  points = aCanvas();
  plot = new SectionPlot(aCanvas(), points, aCanvas());
  plot.resize(WIDTH, HEIGHT);
});
afterEach(() => {
  plot.destroy();
  vi.useRealTimers();
});

/** Metres along and up under a pixel of the plot. */
const under = (x: number, y: number) => {
  const [along, , up] = plot.pointAt([LEFT + x, y])!;
  return { along, up };
};
/** Metres that a pixel of the plot is wide. */
const metresPerPixel = () => under(201, 3).along - under(200, 3).along;

describe('the view', () => {
  it('shows all of the line and of its points, in the middle', () => {
    plot.update(INPUT);
    // 40 m in 92 % of 400 pixels.
    expect(metresPerPixel()).toBeCloseTo(40 / 368, 6);
    expect(plot.clickErrorMetres).toBeCloseTo(40 / 368, 6);
    expect(under(200, 3).along).toBeCloseTo(20, 6);
    expect(under(5, 100).up).toBeCloseTo(4, 6);
  });

  it('has heights larger by the exaggeration', () => {
    plot.update({ ...INPUT, exaggeration: 2 });
    const perPixel = under(5, 10).up - under(5, 11).up;
    expect(perPixel).toBeCloseTo(40 / 368 / 2, 6);
  });

  it('follows points that come later, until it is moved', () => {
    plot.update(INPUT);
    const higher = { ...SHOWN, summary: { ...SHOWN.summary, bounds: { ...SHOWN.summary.bounds!, upMost: 100 } } };
    plot.update({ ...INPUT, shown: higher });
    expect(under(5, 100).up).toBeCloseTo(50, 6);
    plot.pan([0, 10]);
    const moved = under(5, 100).up;
    plot.update({ ...INPUT, shown: SHOWN });
    expect(under(5, 100).up).toBe(moved);
  });

  it('of another line shows all of it again', () => {
    plot.update(INPUT);
    plot.pan([100, 0]);
    expect(under(200, 3).along).not.toBeCloseTo(20, 1);
    plot.update({ ...INPUT, shown: shownOf({ ...FRAME }, POINTS) });
    expect(under(200, 3).along).toBeCloseTo(20, 6);
  });

  it('moves with a drag, and shows everything again on request', () => {
    plot.update(INPUT);
    const before = under(100, 10).along;
    plot.pan([50, 0]);
    expect(under(150, 10).along).toBeCloseTo(before, 6);
    plot.fitAll();
    expect(under(100, 10).along).toBeCloseTo(before, 6);
  });

  it('keeps what is under the pointer while it zooms', () => {
    plot.update(INPUT);
    const before = under(100, 10);
    plot.zoom([LEFT + 100, 10], 4);
    expect(under(100, 10).along).toBeCloseTo(before.along, 6);
    expect(under(100, 10).up).toBeCloseTo(before.up, 6);
    expect(metresPerPixel()).toBeCloseTo(40 / 368 / 4, 6);
  });

  it('keeps its middle in a plot of another size once it was moved, and fits it before', () => {
    plot.update(INPUT);
    plot.resize(WIDTH + 400, HEIGHT);
    expect(metresPerPixel()).toBeCloseTo(Math.max(40 / 736, 8 / 184), 6);
    plot.zoom([LEFT + 400, 10], 2);
    const { along } = under(400, 10);
    const scale = metresPerPixel();
    plot.resize(WIDTH, HEIGHT);
    expect(under(200, 10).along).toBeCloseTo(along, 6);
    expect(metresPerPixel()).toBeCloseTo(scale, 9);
  });
});

describe('a point under the pointer', () => {
  it('is one of the cloud within eight pixels', () => {
    plot.update(INPUT);
    const x = 200 + (10 - 20) / (40 / 368);
    const y = 100 - (8 - 4) / (40 / 368);
    expect(plot.pointAt([LEFT + x + 5, y + 5])).toEqual([10, 0, 8]);
    const beside = plot.pointAt([LEFT + x + 9, y])!;
    expect(beside[1]).toBe(0);
    expect(beside[0]).toBeCloseTo(10 + 9 * (40 / 368), 6);
  });

  it('does not exist beside the plot, on its axes, or before there is a section', () => {
    expect(plot.pointAt([LEFT + 200, 100])).toBeNull();
    expect(plot.clickErrorMetres).toBe(0);
    plot.update(INPUT);
    expect(plot.pointAt([LEFT - 1, 100])).toBeNull();
    expect(plot.pointAt([LEFT + 200, 201])).toBeNull();
  });
});

describe('the picture of the points', () => {
  it('has each point at its place, also on a screen of two device pixels for one', () => {
    vi.stubGlobal('devicePixelRatio', 2);
    const painted: ImageData[] = [];
    const context = { putImageData: (image: ImageData) => painted.push(image) };
    vi.spyOn(points, 'getContext').mockReturnValue(context as never);
    plot.update(INPUT);
    vi.advanceTimersByTime(100);
    const { width, height, data } = painted.at(-1)!;
    expect([width, height]).toEqual([800, 400]);
    for (const [along, up] of [
      [0, 0],
      [10, 8],
      [40, 4],
    ] as const) {
      const [x, y] = [200 + (along - 20) / (40 / 368), 100 - (up - 4) / (40 / 368)].map((px) => Math.floor(2 * px));
      expect(data[4 * (y! * width + x!) + 3]).toBe(255);
    }
  });

  it('is moved and scaled with a gesture, and painted again when it pauses', () => {
    plot.update(INPUT);
    vi.advanceTimersByTime(100);
    expect([points.width, points.height]).toEqual([400, 200]);
    expect(points.style.transform).toBe('');
    plot.pan([30, -20]);
    vi.advanceTimersByTime(20);
    expect(points.style.transform).toBe('translate(30px, -20px) scale(1, 1)');
    plot.zoom([LEFT, 0], 2);
    vi.advanceTimersByTime(20);
    expect(points.style.transform).toBe('translate(60px, -40px) scale(2, 2)');
    vi.advanceTimersByTime(100);
    expect(points.style.transform).toBe('');
  });
});
