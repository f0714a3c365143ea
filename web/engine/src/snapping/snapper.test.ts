import { type EnuFrame, type Vec3, distance, enuFrame, transformPoint } from '@overlook/shared/maths';
import { beforeEach, expect, it } from 'vitest';
import { FakeElement, FakePage } from '../overlays/testing/fake-page.ts';
import type { ToolHit } from '../tools/tool.ts';
import type { SnapCandidate } from './candidates.ts';
import { type SnapReport, Snapper } from './snapper.ts';
import { ScreenAround } from './screen-around.ts';
import { ALL_KINDS, box, drawn, lookingAt } from './testing/meshes.ts';

const frame: EnuFrame = enuFrame({ longitude: 117, latitude: -35, height: 10 });
const camera = lookingAt([9, -12, 8], [1, 1, 1]);
const side = drawn([{ ...box([0, 0, 0], [2, 2, 2]), feature: 7 }]);
const CORNER: Vec3 = [0, 0, 2];

let page: FakePage;
let container: FakeElement;
let shown: string | null;
let reports: (SnapReport | null)[];
let hits: (ToolHit | null)[];
let snapper: Snapper;

beforeEach(() => {
  page = new FakePage();
  container = new FakeElement(page);
  [shown, reports, hits] = [null, [], []];
  const options = {
    container: container as unknown as HTMLElement,
    onReport: (report: SnapReport | null) => void reports.push(report),
    onHit: (hit: ToolHit | null) => void hits.push(hit),
  };
  const marker = {
    show: (caught: SnapCandidate | null) => void (shown = caught?.kind ?? 'surface'),
    hide: () => void (shown = null),
    destroy: () => {},
  };
  snapper = new Snapper(options, marker);
  snapper.setKinds(ALL_KINDS);
});

const plainHit = (pointEnu: Vec3): ToolHit => {
  const pointEcef = transformPoint(frame.ecefFromEnu, pointEnu);
  return { pointEcef, modeltypeId: 4, featureId: 7, errorMetres: 0, ray: { origin: pointEcef, direction: [0, 0, -1] } };
};

/** What is under the mouse so many pixels to the right of and below the corner. */
function viewAt(rightPx: number, downPx: number) {
  const at = new Float64Array(3);
  new ScreenAround(camera, [0, 0]).write(...CORNER, at, 0);
  const place = [at[0]! / at[2]! + rightPx, at[1]! / at[2]! + downPx] as const;
  return { camera, place, frame, side, capture: { modeltypeId: 4, takenOn: '2026-03-14' } };
}
const NEAR = [4, 2] as const;
function hover(px: readonly [number, number] = NEAR): ToolHit | null {
  page.send('pointermove', { altKey: false });
  return snapper.hover(viewAt(...px), plainHit([0.1, 0, 1.9]));
}
const awayM = (hit: ToolHit | null, point: Vec3) => distance(hit!.pointEcef, transformPoint(frame.ecefFromEnu, point));
const key = (type: 'keydown' | 'keyup', name: string, more: object = {}) =>
  page.send(type, { key: name, target: container, ...more });

it('gives the corner in place of the hit, with its mark', () => {
  const hit = hover();
  expect(hit).toMatchObject({ snap: 'vertex', featureId: 7, modeltypeId: 4, takenOn: '2026-03-14' });
  expect(awayM(hit, CORNER)).toBeLessThan(1e-6);
  expect(shown).toBe('vertex');
  expect(reports).toEqual([{ kind: 'vertex', count: expect.any(Number) }]);
  hover();
  expect(reports).toHaveLength(1);
});

it('takes the next one with Tab, at last the surface, and begins again', () => {
  hover();
  const { count } = reports[0]!;
  expect(count).toBeGreaterThan(2);
  const kinds = Array.from({ length: count }, () => {
    expect(key('keydown', 'Tab').defaultPrevented).toBe(true);
    return hits.at(-1)!.snap ?? 'surface';
  });
  expect(kinds.at(-2)).toBe('surface');
  expect(kinds.at(-1)).toBe('vertex');
  key('keydown', 'Tab');
  expect(hits.at(-1)!.snap).toBe('edge');
  // What was chosen stays chosen while the mouse is near it.
  expect(hover([5, 3])!.snap).toBe('edge');
});

it('leaves Tab to the page where there is nothing to choose from, and elsewhere on it', () => {
  expect(key('keydown', 'Tab').defaultPrevented).toBe(false);
  hover();
  const field = { closest: () => ({}) };
  expect(key('keydown', 'Tab', { target: field }).defaultPrevented).toBe(false);
  expect(key('keydown', 'Tab', { shiftKey: true }).defaultPrevented).toBe(false);
  // Who goes on by keys meets Tab as always, until the mouse moves again.
  key('keydown', 'Escape');
  expect(key('keydown', 'Tab').defaultPrevented).toBe(false);
  hover();
  expect(key('keydown', 'Tab').defaultPrevented).toBe(true);
  snapper.leave();
  expect(key('keydown', 'Tab').defaultPrevented).toBe(false);
});

it('is free while Alt is held', () => {
  hover();
  key('keydown', 'Alt');
  expect(hits.at(-1)).not.toHaveProperty('snap');
  expect(snapper.hover(viewAt(...NEAR), plainHit([0.1, 0, 1.9]))).not.toHaveProperty('snap');
  expect(shown).toBe('surface');
  key('keyup', 'Alt');
  expect(hits.at(-1)!.snap).toBe('vertex');
});

it('shows nothing after the mouse has left, and while no kind is on', () => {
  hover();
  snapper.leave();
  expect([shown, reports.at(-1)]).toEqual([null, null]);
  hover();
  snapper.setKinds([]);
  expect([shown, reports.at(-1)]).toEqual([null, null]);
});

it('snaps a tap from farther away, and leaves no mark', () => {
  page.send('pointerdown', { pointerType: 'touch', altKey: false, target: container });
  const hit = snapper.click(viewAt(-20, -8), null);
  expect(hit!.snap).toBe('vertex');
  expect([shown, reports.at(-1)!.kind]).toEqual([null, 'vertex']);
});

it('snaps a click as it showed', () => {
  hover();
  key('keydown', 'Tab');
  expect(snapper.click(viewAt(...NEAR), plainHit([0.1, 0, 1.9]))!.snap).toBe('edge');
});
