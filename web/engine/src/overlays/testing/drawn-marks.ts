/** Marks over a stage at 0°, 0°, drawn on a canvas that records its calls. */
import { type Vec3, enuFrame } from '@overlook/shared/maths';
import { cameraFrame } from '../../view/camera-frame.ts';
import type { LabelMark, LineMark, Mark, PointMark } from '../mark.ts';
import { MarksCanvas } from '../marks-canvas.ts';
import { type FakeCanvas, FakeElement, FakePage } from './fake-page.ts';

/** At 0°, 0° the axes of ECEF are up, east and north. */
export const FRAME = enuFrame({ longitude: 0, latitude: 0, height: 0 });
export const ecef = (e: number, n: number, u: number): Vec3 => [6378137 + u, e, n];
export const cameraAt = (e: number, n: number) =>
  cameraFrame({ positionEnu: [e, n, 0], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 600, 1, 50_000);
/** 100 m south of the origin, looking north: 5.196 px for a metre there. */
export const CAMERA = cameraAt(0, -100);
export const PX_PER_M = 300 / Math.tan(Math.PI / 6) / 100;

export const point = (id: string, e: number, u: number, fields: Partial<PointMark> = {}): PointMark => ({
  id,
  kind: 'point',
  variant: 'point',
  pointEcef: ecef(e, 0, u),
  ...fields,
});
export const line = (id: string, points: Vec3[], fields: Partial<LineMark> = {}): LineMark => ({
  id,
  kind: 'line',
  pointsEcef: points,
  ...fields,
});
export const legLabel = (id: string, text: string, e0: number, e1: number, u: number, priority = 0): LabelMark => ({
  id,
  kind: 'label',
  text,
  priority,
  pointEcef: ecef((e0 + e1) / 2, 0, u),
  alongEcef: [ecef(e0, 0, u), ecef(e1, 0, u)],
});

export function setUp(marks: readonly Mark[], options?: { isSecondary?: boolean }) {
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
export const written = (canvas: FakeCanvas): string =>
  canvas
    .calls('fillText')
    .map(([, piece]) => piece)
    .join('');
export const pointsOf = (canvas: FakeCanvas): [number, number][] =>
  canvas
    .calls('drawImage')
    .map(([, , x, y, size]) => [(x as number) + (size as number) / 2, (y as number) + (size as number) / 2]);
