import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { type LabelBox, type LabelRequest, layoutLabels } from './label-layout.ts';

const SCREEN = { widthPx: 800, heightPx: 600 };
const request = (fields: Partial<LabelRequest>): LabelRequest => ({
  widthPx: 60,
  heightPx: 19,
  anchorXy: [400, 300],
  alongXy: [1, 0],
  clearPx: 8,
  priority: 0,
  ...fields,
});
const overlap = (a: LabelBox, b: LabelBox): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
const one = (fields: Partial<LabelRequest>): LabelBox => layoutLabels([request(fields)], SCREEN)[0]!;

describe('beside a line', () => {
  it('is centred above a level one, clear of it', () => {
    expect(one({})).toEqual({ left: 370, top: 300 - 8 - 19, width: 60, height: 19 });
    expect(one({ alongXy: [-5, 0] })).toEqual(one({}));
  });

  it('is to the right of a vertical one', () => {
    expect(one({ alongXy: [0, 9] }).left).toBeCloseTo(408, 9);
    expect(one({ alongXy: [0, -9] }).left).toBeCloseTo(408, 9);
  });

  it('keeps its whole box clear of a line of any direction', () => {
    fc.assert(
      fc.property(numberBetween(-Math.PI, Math.PI), (angle) => {
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
        const { left, top, width, height } = one({ alongXy: [40 * dx, 40 * dy] });
        const sides = [
          [left, top],
          [left + width, top],
          [left, top + height],
          [left + width, top + height],
        ].map(([x, y]) => (x! - 400) * -dy + (y! - 300) * dx);
        const nearest = Math.min(...sides.map(Math.abs));
        expect(nearest).toBeCloseTo(8, 6);
        expect(new Set(sides.map(Math.sign)).size).toBe(1);
      }),
    );
  });

  it('flips to the inner side at the edges of the screen', () => {
    expect(one({ anchorXy: [400, 10] }).top).toBe(18);
    expect(one({ anchorXy: [790, 300], alongXy: [0, 1] }).left).toBe(790 - 8 - 60);
  });

  it('is moved inside where neither side has room', () => {
    expect(one({ anchorXy: [10, 300] })).toMatchObject({ left: 4, top: 273 });
    expect(one({ anchorXy: [795, 598], alongXy: [1, 0] })).toMatchObject({ left: 800 - 4 - 60, top: 598 - 8 - 19 });
  });

  it('uses the other side when another label is at the first', () => {
    const [first, second] = layoutLabels([request({}), request({ anchorXy: [410, 301] })], SCREEN);
    expect(first!.top).toBe(273);
    expect(second!.top).toBe(309);
  });
});

it('is to the right of a point, to its left at the right edge', () => {
  expect(one({ alongXy: null })).toMatchObject({ left: 408, top: 300 - 9.5 });
  expect(one({ alongXy: null, anchorXy: [760, 300] })).toMatchObject({ left: 760 - 8 - 60 });
});

describe('priority', () => {
  const crowd = [1, 5, 3, 4, 2].map((priority) => request({ priority }));

  it('hides the lower ones when both sides are taken, in any order of the list', () => {
    const boxes = layoutLabels(crowd, SCREEN);
    expect(boxes.map((box) => box !== null)).toEqual([false, true, false, true, false]);
  });

  it('of two equal ones keeps the earlier, also when both are infinite', () => {
    const infinite = [0, 1, 2].map(() => request({ priority: Number.POSITIVE_INFINITY }));
    const boxes = layoutLabels([request({ priority: 9 }), ...infinite], SCREEN);
    expect(boxes.map((box) => box !== null)).toEqual([false, true, true, false]);
  });
});

const anyRequest = fc.record({
  widthPx: fc.integer({ min: 30, max: 140 }),
  heightPx: fc.constant(19),
  anchorXy: fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 })),
  alongXy: fc.option(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 }))),
  clearPx: fc.constant(8),
  priority: fc.integer({ min: 0, max: 5 }),
});

it('never overlaps, never leaves the screen, and never hides a higher one for a lower one', () => {
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 60 }), (requests) => {
      const boxes = layoutLabels(requests, SCREEN);
      const shown = boxes.filter((box) => box !== null);
      for (const [i, a] of shown.entries()) {
        for (const b of shown.slice(i + 1)) expect(overlap(a, b)).toBe(false);
        expect(Math.min(a.left, a.top)).toBeGreaterThanOrEqual(4);
        expect(a.left + a.width).toBeLessThanOrEqual(796);
        expect(a.top + a.height).toBeLessThanOrEqual(596);
      }
      // Without those of lower priority the layout of the higher ones is the same.
      const upper = requests.map((r, i) => ({ r, box: boxes[i]! })).filter(({ r }) => r.priority >= 3);
      expect(
        layoutLabels(
          upper.map(({ r }) => r),
          SCREEN,
        ),
      ).toEqual(upper.map(({ box }) => box));
    }),
  );
});

it('shows no more labels than can be read, the highest ones', () => {
  const many = Array.from({ length: 1000 }, (_, i) =>
    request({ anchorXy: [100 * (i % 40) + 60, 30 * Math.floor(i / 40) + 60], priority: i }),
  );
  const boxes = layoutLabels(many, { widthPx: 5000, heightPx: 2000 });
  expect(boxes.findIndex((box) => box !== null)).toBe(800);
  expect(boxes.filter((box) => box !== null)).toHaveLength(200);
});

it('avoids the part of the screen that is to be kept clear', () => {
  const clear: LabelBox = { left: 300, top: 200, width: 200, height: 200 };
  const [box] = layoutLabels([request({ anchorXy: [400, 195], alongXy: [1, 0] })], SCREEN, clear);
  expect(box!.top + box!.height).toBeLessThanOrEqual(clear.top);
});
