import { describe, expect, it } from 'vitest';
import { distance, ecefFromLla, enuAxesAt, type Vec3 } from '@overlook/shared/maths';
import type { FittedSurface, FoundSurface } from '@overlook/shared/schemas';
import type { Mark, ToolHit } from '@overlook/engine';
import { intervalText, isSeenFromOneSide, shapeFacts, shapeName, shapeStandard } from './shape-text.ts';
import { type FoundInCapture, ShapeTool } from './shape-tool.ts';

const AT = ecefFromLla({ longitude: 138.49, latitude: -35.07, height: 30 });
const { east, up } = enuAxesAt(AT);

const aPipe = (of: Partial<FittedSurface> = {}): FittedSurface => ({
  kind: 'cylinder',
  pointEcef: AT,
  axisEcef: east,
  radiusM: 0.1617,
  radiusHalfWidth95M: 0.0004,
  tiltHalfWidth95Rad: 0.001,
  alongM: [-1.3, 2],
  seenShare: 0.45,
  points: 2914,
  residualM: 0.0016,
  ...of,
});
const pointsOf = (mark: Mark) => (mark.kind === 'line' ? mark.pointsEcef : []);
const HIT = { pointEcef: AT, modeltypeId: 3 } as unknown as ToolHit;
const found = (surface: FittedSurface | null, refusal: FoundSurface['refusal'] = null) => ({
  surface,
  refusal,
  captureId: 7,
});

describe('the tool', () => {
  /** Answers in the order in which it is told to. */
  const asked = () => {
    const waiting: ((answer: FoundInCapture | string) => void)[] = [];
    const signals: AbortSignal[] = [];
    const find = (_: ToolHit, __: string, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<FoundInCapture | string>((resolve) => waiting.push(resolve));
    };
    const tool = new ShapeTool(find, (refusal) => `refused: ${refusal}`);
    const answer = async (number: number, value: FoundInCapture | string) => {
      waiting[number]!(value);
      await Promise.resolve();
      await Promise.resolve();
    };
    return { tool, signals, answer };
  };

  it('shows what was found, with its marks where it lies', async () => {
    const { tool, answer } = asked();
    tool.tap(HIT);
    expect(tool.state().isAsking).toBe(true);
    await answer(0, found(aPipe()));
    expect(tool.state()).toMatchObject({
      isAsking: false,
      problem: null,
      surfaces: [{ surface: aPipe(), captureId: 7, pickEcef: AT }],
    });
    const [axis, ring, , label] = tool.marks();
    const [from, to] = pointsOf(axis!) as [Vec3, Vec3];
    expect(distance(from, to)).toBeCloseTo(3.3, 6);
    for (const point of pointsOf(ring!)) expect(distance(point, from)).toBeCloseTo(0.1617, 6);
    expect(label).toMatchObject({ kind: 'label', text: 'DN 300' });
  });

  it('says why there is nothing, and keeps what there was', async () => {
    const { tool, answer } = asked();
    tool.tap(HIT);
    await answer(0, found(aPipe()));
    tool.tap(HIT);
    await answer(1, found(null, 'otherShape'));
    expect(tool.state()).toMatchObject({
      problem: 'refused: otherShape',
      surfaces: [{ surface: aPipe(), captureId: 7, pickEcef: AT }],
    });
    tool.tap(HIT);
    await answer(2, 'The server cannot be reached');
    expect(tool.state().problem).toBe('The server cannot be reached');
    tool.clear();
    expect([tool.state().surfaces, tool.marks()]).toEqual([[], []]);
  });

  it('gives up a question at the next click, at another kind and at Escape', async () => {
    const { tool, signals, answer } = asked();
    tool.tap(HIT);
    tool.tap(HIT);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await answer(0, found(aPipe()));
    expect(tool.state()).toMatchObject({ isAsking: true, surfaces: [] });
    tool.setKind('plane');
    expect(signals[1]!.aborted).toBe(true);
    tool.tap(HIT);
    expect(tool.cancel()).toBe(true);
    expect([tool.state().isAsking, tool.cancel()]).toEqual([false, false]);
  });
});

describe('the words', () => {
  it('of a pipe are its size, its interval and its fall', () => {
    const fall = 1 / Math.hypot(1, 1 / 943);
    const axisEcef: Vec3 = [0, 1, 2].map((i) => east[i]! * fall + (up[i]! * fall) / 943) as Vec3;
    const pipe = aPipe({ axisEcef });
    expect([shapeName(pipe), shapeStandard(pipe)]).toEqual(['DN 300', 'EN 10220, outside 323.9 mm']);
    expect(intervalText(pipe)).toBe('322.6 mm to 324.2 mm');
    const facts = Object.fromEntries(shapeFacts(pipe, 'metric').map(({ name, value }) => [name, value]));
    expect(facts).toMatchObject({ 'Outside diameter': '323.4 mm', 'Points on it': '2,914' });
    expect(facts['Fall']).toMatch(/1 in 943$/);
  });

  it('claim no size where two are possible, and none where there is none', () => {
    const wide = aPipe({ radiusM: 0.17, radiusHalfWidth95M: 0.012 });
    expect([shapeName(wide), shapeStandard(wide)]).toEqual(['DN 300 or DN 350', '']);
    const odd = aPipe({ radiusM: 0.15 });
    expect([shapeName(odd), shapeStandard(odd)]).toEqual(['⌀ 300.0 mm', 'No standard pipe size']);
    expect([isSeenFromOneSide(wide), isSeenFromOneSide(aPipe({ seenShare: 0.2 }))]).toEqual([false, true]);
  });

  it('of a plane are its tilt with its error', () => {
    const plane = aPipe({ kind: 'plane', axisEcef: up, radiusM: null, radiusHalfWidth95M: null });
    expect(shapeName(plane)).toBe('Plane');
    expect(intervalText(plane)).toBeNull();
    expect(shapeFacts(plane, 'metric')[0]).toEqual({ name: 'Tilt from level', value: '0.00° ± 0.06°' });
  });
});
