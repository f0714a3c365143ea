import {
  RAD_PER_DEG,
  type Vec3,
  distance,
  enuFrame,
  normalize,
  subtract,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { RayEcef } from '../tools/tool.ts';
import { beginBoxDrag } from './box-drag.ts';
import { boxMarks, handleOf } from './box-handles.ts';
import type { SectionBox } from '../geometry/section-volume.ts';

const FRAME = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const at = (x: number, y: number, z: number): Vec3 => transformPoint(FRAME.ecefFromEnu, [x, y, z]);
const enu = (p: Vec3): Vec3 => transformPoint(FRAME.enuFromEcef, p);

/** At the site's origin, so that its axes are the site's. */
const BOX: SectionBox = { centerEcef: at(0, 0, 0), size: [10, 6, 4], headingRad: 0 };
const FROM: Vec3 = [3, -40, 25];

/** The ray of a pointer at `FROM` over a place in ENU. */
const over = (x: number, y: number, z: number, from: Vec3 = FROM): RayEcef => ({
  origin: at(...from),
  direction: transformDirection(FRAME.ecefFromEnu, normalize(subtract([x, y, z], from))),
});
const FREE = { isConstrained: false };
const STEPS = { isConstrained: true };

function expectBox(box: SectionBox, center: Vec3, size: Vec3, headingDeg = 0): void {
  const middle = enu(box.centerEcef);
  for (let k = 0; k < 3; k++) {
    expect(middle[k]).toBeCloseTo(center[k]!, 6);
    expect(box.size[k]).toBeCloseTo(size[k]!, 6);
  }
  expect(box.headingRad / RAD_PER_DEG).toBeCloseTo(headingDeg, 6);
}

describe('dragging a face', () => {
  it('moves that face to the pointer and does not move the opposite one', () => {
    const drag = beginBoxDrag(BOX, { kind: 'face', axis: 0, side: 1 }, over(5, 0, 0));
    expectBox(drag(over(5, 0, 0), FREE), [0, 0, 0], [10, 6, 4]);
    expectBox(drag(over(7.3, 0, 0), FREE), [1.15, 0, 0], [12.3, 6, 4]);
    expectBox(drag(over(1, 0, 0), FREE), [-2, 0, 0], [6, 6, 4]);
    const west = beginBoxDrag(BOX, { kind: 'face', axis: 0, side: -1 }, over(-5, 0, 0));
    expectBox(west(over(-8, 0, 0), FREE), [-1.5, 0, 0], [13, 6, 4]);
    const top = beginBoxDrag(BOX, { kind: 'face', axis: 2, side: 1 }, over(0, 0, 2));
    expectBox(top(over(0, 0, 9), FREE), [0, 0, 3.5], [10, 6, 11]);
  });

  it('does not jump when the disc was grabbed beside its middle', () => {
    const drag = beginBoxDrag(BOX, { kind: 'face', axis: 0, side: 1 }, over(5.2, 0, 0.1));
    expectBox(drag(over(5.2, 0, 0.1), FREE), [0, 0, 0], [10, 6, 4]);
  });

  it('stops at 0.05 m and never turns inside out', () => {
    const drag = beginBoxDrag(BOX, { kind: 'face', axis: 0, side: 1 }, over(5, 0, 0));
    expectBox(drag(over(-30, 0, 0), FREE), [-4.975, 0, 0], [0.05, 6, 4]);
    expectBox(drag(over(-30, 0, 0), STEPS), [-4.975, 0, 0], [0.05, 6, 4]);
  });

  it('moves in quarters of a metre with Shift', () => {
    const drag = beginBoxDrag(BOX, { kind: 'face', axis: 0, side: 1 }, over(5, 0, 0));
    expect(drag(over(7.3, 0, 0), STEPS).size[0]).toBe(12.25);
  });

  it('follows the face of a turned box', () => {
    const turned = { ...BOX, headingRad: 90 * RAD_PER_DEG };
    const drag = beginBoxDrag(turned, { kind: 'face', axis: 0, side: 1 }, over(0, -5, 0));
    expectBox(drag(over(0, -8, 0), FREE), [0, -1.5, 0], [13, 6, 4], 90);
  });

  it('holds still for rays that run along the axis or look away', () => {
    const drag = beginBoxDrag(BOX, { kind: 'face', axis: 0, side: 1 }, over(5, 0, 0));
    const before = drag(over(6, 0, 0), FREE);
    expect(drag(over(50, 0.01, 0, [-50, 0.01, 0]), FREE)).toBe(before);
    expect(drag(over(3, -80, 25), FREE)).toBe(before);
  });
});

describe('dragging an axis', () => {
  it('moves along that axis alone', () => {
    const drag = beginBoxDrag(BOX, { kind: 'move', axis: 1 }, over(0, 3, 0));
    expectBox(drag(over(0, 10.1, 0), FREE), [0, 7.1, 0], [10, 6, 4]);
    expectBox(drag(over(0, 10.1, 0), STEPS), [0, 7, 0], [10, 6, 4]);
  });
});

describe('turning', () => {
  const radius = Math.hypot(10, 6) / 2;

  it('turns the near side towards the pointer', () => {
    const from: Vec3 = [0, -40, 10];
    const drag = beginBoxDrag(BOX, { kind: 'turn' }, over(0, 0, 5, from));
    const right = drag(over(radius * 20 * RAD_PER_DEG, 0, 5, from), FREE);
    // To the right of a viewer in the south: anticlockwise from above, a heading of 340°.
    expectBox(right, [0, 0, 0], [10, 6, 4], 340);
    expectBox(drag(over(-radius * 20 * RAD_PER_DEG, 0, 5, from), FREE), [0, 0, 0], [10, 6, 4], 20);
    expectBox(drag(over(-radius * 23 * RAD_PER_DEG, 0, 5, from), STEPS), [0, 0, 0], [10, 6, 4], 20);
  });

  it('works from straight above', () => {
    const from: Vec3 = [0, 0, 60];
    const drag = beginBoxDrag(BOX, { kind: 'turn' }, over(0, 0, 5, from));
    expect(drag(over(1, 0, 5, from), FREE).headingRad).not.toBe(BOX.headingRad);
  });
});

describe('boxMarks', () => {
  const camera = { positionEcef: at(...FROM), pixelsPerMetre: 500 };
  const marks = (mode: 'resize' | 'move' | 'rotate', from = camera) => boxMarks(BOX, { mode, camera: from });

  it('has twelve edges between the corners, and dashes those behind the box', () => {
    const edges = marks('resize').filter((mark) => mark.kind === 'line');
    expect(edges).toHaveLength(12);
    const lengths = edges.map(({ pointsEcef: [a, b] }) => distance(a!, b!)).sort((a, b) => a - b);
    expect(lengths.map((l) => Math.round(l * 1e6) / 1e6)).toEqual([4, 4, 4, 4, 6, 6, 6, 6, 10, 10, 10, 10]);
    // From the south and above only the south face and the top look to the camera.
    const middles = edges
      .filter(({ isDashed }) => isDashed)
      .map(({ pointsEcef: [a, b] }) => {
        const [p, q] = [enu(a!), enu(b!)];
        return [0, 1, 2].map((k) => String(Math.round(p[k]! + q[k]!) / 2)).join(' ');
      });
    expect(middles.sort()).toEqual(['-5 0 -2', '-5 3 0', '0 3 -2', '5 0 -2', '5 3 0'].sort());
  });

  it('dashes none seen from inside', () => {
    const inside = { positionEcef: at(1, 1, 1), pixelsPerMetre: 500 };
    expect(marks('resize', inside).some((mark) => mark.kind === 'line' && mark.isDashed)).toBe(false);
  });

  it('has a grip on each face, whose id leads back to the face', () => {
    const grips = marks('resize').filter((mark) => mark.kind === 'point');
    expect(grips).toHaveLength(6);
    for (const { id, pointEcef, label } of grips) {
      const handle = handleOf(id)!;
      if (handle.kind !== 'face') throw new Error(id);
      const p = enu(pointEcef);
      expect(p[handle.axis]).toBeCloseTo((handle.side * BOX.size[handle.axis]!) / 2, 6);
      expect(label).toContain(`${BOX.size[handle.axis]}.00`);
    }
  });

  it('keeps the other handles at the same distance on the screen, near and far', () => {
    const far = { positionEcef: at(30, -400, 250), pixelsPerMetre: 500 };
    for (const from of [camera, far]) {
      const range = distance(from.positionEcef, BOX.centerEcef);
      const reach = marks('move', from).filter((mark) => mark.kind === 'point');
      expect(reach).toHaveLength(3);
      for (const { pointEcef } of reach) {
        expect((distance(pointEcef, BOX.centerEcef) / range) * 500).toBeCloseTo(72, 3);
      }
    }
    const turn = marks('rotate').find((mark) => mark.kind === 'point')!;
    expect(handleOf(turn.id)).toEqual({ kind: 'turn' });
    expect(enu(turn.pointEcef)[2]).toBeGreaterThan(2);
  });

  it('knows no other marks', () => {
    for (const id of ['section-edge-0++', 'section-size-1', 'target-4', 'section-face-3+'])
      expect(handleOf(id)).toBeNull();
  });
});
