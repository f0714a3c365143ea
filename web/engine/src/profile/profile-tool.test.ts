import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Vec3, distance, enuFrame, normalize, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { Mark } from '../overlays/mark.ts';
import type { MarkDrag, ToolHit } from '../tools/tool.ts';
import type { ProfileLine } from './profile-frame.ts';
import { heldThickness, ProfileTool } from './profile-tool.ts';

const SITE = enuFrame({ longitude: 10, latitude: 50, height: 0 });
const at = (point: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, point);
const ray = (from: Vec3, to: Vec3) => ({
  origin: at(from),
  direction: transformDirection(SITE.ecefFromEnu, normalize([to[0] - from[0], to[1] - from[1], to[2] - from[2]])),
});
const hit = (point: Vec3): ToolHit => ({
  pointEcef: at(point),
  modeltypeId: 3,
  featureId: null,
  errorMetres: 0,
  ray: ray([0, 0, 100], point),
});
const dragTo = (point: Vec3): MarkDrag => ({ hit: hit(point), ray: ray([0, 0, 100], point), isConstrained: false });
const LINE: ProfileLine = { aEcef: at([-10, 0, 0]), bEcef: at([10, 0, 0]) };

let events: {
  onFirst: ReturnType<typeof vi.fn<(aEcef: Vec3 | null) => void>>;
  onLine: ReturnType<typeof vi.fn<(line: ProfileLine) => void>>;
  onThickness: ReturnType<typeof vi.fn<(thicknessMetres: number) => void>>;
  onCancel: ReturnType<typeof vi.fn<() => void>>;
};
let tool: ProfileTool;
const mark = (id: string): Mark | undefined => tool.marks().find((candidate) => candidate.id === id);

beforeEach(() => {
  events = { onFirst: vi.fn(), onLine: vi.fn(), onThickness: vi.fn(), onCancel: vi.fn() };
  tool = new ProfileTool(events);
});

describe('picking the line of a profile', () => {
  it('picks two places, the second different from the first', () => {
    tool.tap(hit([-10, 0, 0]), null, null);
    expect(events.onFirst).toHaveBeenLastCalledWith(at([-10, 0, 0]));
    tool.hover(hit([3, 4, 0]));
    expect(mark('profile:live')).toMatchObject({ isDashed: true, pointsEcef: [at([-10, 0, 0]), at([3, 4, 0])] });
    tool.tap(hit([-10, 0, 6]), null, null);
    tool.tap(null, null, null);
    expect(events.onLine).not.toHaveBeenCalled();
    tool.tap(hit([10, 0, 0]), null, null);
    expect(events.onLine).toHaveBeenCalledExactlyOnceWith(LINE);
  });

  it('goes back one step for each Escape', () => {
    tool.tap(hit([-10, 0, 0]), null, null);
    expect(tool.cancel()).toBe(true);
    expect(events.onFirst).toHaveBeenLastCalledWith(null);
    expect(events.onCancel).not.toHaveBeenCalled();
    tool.cancel();
    expect(events.onCancel).toHaveBeenCalledOnce();
  });
});

describe('a profile on the model', () => {
  beforeEach(() => tool.show({ line: LINE, thicknessMetres: 4 }));

  it('shows the band as thick as it is', () => {
    const band = mark('profile:band');
    expect(band).toMatchObject({ kind: 'line', isClosed: true });
    const [first, , , last] = band?.kind === 'line' ? band.pointsEcef : [];
    expect(distance(first!, last!)).toBeCloseTo(4, 6);
  });

  it('changes an end that is dragged, and reports it once at the end of the drag', () => {
    expect(tool.grab('profile:b')).toBe(true);
    tool.drag(dragTo([12, 5, 0]));
    tool.drag(dragTo([14, 6, 0]));
    expect(events.onLine).not.toHaveBeenCalled();
    expect(mark('profile:b')).toMatchObject({ pointEcef: at([14, 6, 0]) });
    tool.release();
    expect(events.onLine).toHaveBeenCalledExactlyOnceWith({ aEcef: LINE.aEcef, bEcef: at([14, 6, 0]) });
  });

  it('gets thicker and thinner by its sides, in steps', () => {
    expect(tool.grab('profile:left')).toBe(true);
    tool.drag(dragTo([0, 1.26, 0]));
    tool.release();
    expect(events.onThickness).toHaveBeenCalledExactlyOnceWith(2.5);
    expect(events.onLine).not.toHaveBeenCalled();
  });

  it('is unchanged when a drag is cancelled', () => {
    tool.grab('profile:a');
    tool.drag(dragTo([0, 30, 0]));
    tool.cancelGrab();
    expect(mark('profile:a')).toMatchObject({ pointEcef: LINE.aEcef });
    tool.release();
    expect(events.onLine).not.toHaveBeenCalled();
  });

  it('rings the place that the pointer has in the section', () => {
    tool.point(at([1, 0, 5]));
    expect(mark('profile:ring')).toMatchObject({ pointEcef: at([1, 0, 5]) });
    tool.point(null);
    expect(mark('profile:ring')).toBeUndefined();
  });

  it('uses no clicks, which are for other tools', () => {
    tool.tap(hit([3, 3, 3]), null, null);
    expect(events.onFirst).not.toHaveBeenCalled();
  });
});

it.each([
  [0.01, 0.05],
  [0.074, 0.05],
  [2.026, 2.05],
  [5.02, 5],
  [80, 5],
])('a thickness of %d m is held to %d m', (asked, held) => expect(heldThickness(asked)).toBe(held));
