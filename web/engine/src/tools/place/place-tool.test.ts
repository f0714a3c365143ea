import { beforeEach, describe, expect, it } from 'vitest';
import {
  add,
  distance,
  ecefFromLla,
  enuAxesAt,
  moveMatrix,
  noMove,
  scale,
  subtract,
  normalize,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import type { RayEcef, ToolHit } from '../tool.ts';
import { PlaceTool } from './place-tool.ts';

const PIVOT = ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 31 });
const { east, north, up } = enuAxesAt(PIVOT);
const at = (e: number, n: number, u: number): Vec3 =>
  add(PIVOT, add(scale(east, e), add(scale(north, n), scale(up, u))));
/** From 30 m to the south and 10 m up. */
const rayTo = (target: Vec3): RayEcef => {
  const origin = at(0, -30, 10);
  return { origin, direction: normalize(subtract(target, origin)) };
};
const hit = (pointEcef: Vec3): ToolHit => ({
  pointEcef,
  modeltypeId: 1,
  featureId: null,
  errorMetres: 0.01,
  ray: rayTo(pointEcef),
});
const dragged = (tool: PlaceTool, id: string, from: Vec3, to: Vec3, isConstrained = false) => {
  tool.grab(id, rayTo(from));
  tool.drag({ hit: null, ray: rayTo(to), isConstrained });
};

let tool: PlaceTool;
beforeEach(() => {
  tool = new PlaceTool(noMove(PIVOT));
  tool.setArm(5);
});

describe('the handles of a layer that is placed', () => {
  it('move it along their axis, by as much as the pointer goes along it', () => {
    dragged(tool, 'place-e', at(5, 0, 0), at(7.5, 0, 0));
    tool.release();
    const [e, n, u] = tool.state.move.shiftM;
    expect(e).toBeCloseTo(2.5, 3);
    expect([n, u]).toEqual([0, 0]);
    expect(tool.state.origin).toEqual({ by: 'hand', count: 0, rmsM: null });
  });

  it('move it in steps of 5 cm with Shift, and not at all after Escape', () => {
    dragged(tool, 'place-u', at(0, 0, 5), at(0, 0, 5.237), true);
    expect(tool.state.move.shiftM[2]).toBeCloseTo(0.25, 9);
    expect(tool.cancel()).toBe(true);
    expect(tool.state.move.shiftM).toEqual([0, 0, 0]);
    expect(tool.state.canUndo).toBe(false);
  });

  it('turn it with the ring: to the right of the near side is anticlockwise', () => {
    dragged(tool, 'place-turn', at(0, -5, 0), at(0.5, -5, 0));
    tool.release();
    expect(tool.state.move.turnDeg).toBeLessThan(-4);
    expect(tool.state.move.turnDeg).toBeGreaterThan(-8);
  });

  it('go with the layer, and are undone with it', () => {
    tool.setMove({ ...noMove(PIVOT), shiftM: [3, 0, 0] });
    const arm = tool.marks().find(({ id }) => id === 'place-n');
    expect(distance((arm as { pointEcef: Vec3 }).pointEcef, at(3, 5, 0))).toBeLessThan(1e-5);
    expect(tool.key({ key: 'z', code: 'KeyZ', ctrlKey: true, metaKey: false, shiftKey: false })).toBe(true);
    expect(tool.state.move.shiftM).toEqual([0, 0, 0]);
    expect(tool.redo()).toBe(true);
    expect(tool.state.move.shiftM).toEqual([3, 0, 0]);
  });
});

it('brings the handles to another place without moving the layer', () => {
  tool.setMove({ ...noMove(PIVOT), shiftM: [3, 0, 0], turnDeg: 20 });
  const before = transformPoint(moveMatrix(tool.state.move), at(40, 30, 2));
  tool.setPivot(at(25, -4, 1));
  expect(distance(transformPoint(moveMatrix(tool.state.move), at(40, 30, 2)), before)).toBeLessThan(1e-5);
  const center = tool.marks().find(({ id }) => id === 'place-center') as { pointEcef: Vec3 };
  expect(distance(center.pointEcef, at(25, -4, 1))).toBeLessThan(1e-5);
  expect(tool.state.move.turnDeg).toBeCloseTo(20, 4);
});

describe('pairs of points', () => {
  const moved = { ...noMove(PIVOT), shiftM: [-0.62, 0.41, -0.18] as Vec3, turnDeg: -0.8 };
  const pair = (from: Vec3, to: Vec3) => {
    tool.beginPair();
    expect([tool.state.awaits, tool.picksOverlay]).toEqual(['draft', true]);
    tool.tap(hit(from));
    expect([tool.state.awaits, tool.picksOverlay]).toEqual(['target', false]);
    tool.tap(hit(to));
  };
  const PLACES = [at(0, 0, 0), at(40, 3, 2), at(-12, 25, 9)];

  it('say nothing until there are three that are not on one line, and then move the layer', () => {
    for (const place of PLACES) {
      expect(tool.applyPairs()).toBe(false);
      pair(place, transformPoint(moveMatrix(moved), place));
    }
    expect(tool.state.fitted!.rmsM).toBeLessThan(1e-6);
    expect(tool.applyPairs()).toBe(true);
    expect(tool.state.move.turnDeg).toBeCloseTo(-0.8, 5);
    expect(tool.state.move.shiftM.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([-0.62, 0.41, -0.18]);
    expect(tool.state.origin).toMatchObject({ by: 'pairs', count: 3 });
  });

  it('keep the place of the layer in its files, whatever its move is when they are picked', () => {
    tool.setMove(moved);
    pair(transformPoint(moveMatrix(moved), PLACES[1]!), PLACES[1]!);
    expect(distance([...tool.state.pairs[0]!.fromEcef], PLACES[1]!)).toBeLessThan(1e-6);
  });

  it('are taken back by halves with Escape, and one by one', () => {
    tool.beginPair();
    tool.tap(hit(PLACES[0]!));
    expect([tool.cancel(), tool.state.awaits, tool.state.half]).toEqual([true, 'draft', null]);
    expect([tool.cancel(), tool.state.awaits, tool.cancel()]).toEqual([true, null, false]);
    pair(PLACES[0]!, PLACES[1]!);
    tool.removePair(0);
    expect(tool.state.pairs).toEqual([]);
    tool.undo();
    expect(tool.state.pairs).toHaveLength(1);
  });

  it('take a typed place for their second point', () => {
    tool.beginPair();
    tool.tap(hit(PLACES[0]!));
    tool.completePair(PLACES[2]!);
    expect(tool.state).toMatchObject({ awaits: null, pairs: [{ toEcef: PLACES[2] }] });
  });
});
