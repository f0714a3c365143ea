import { describe, expect, it } from 'vitest';
import { type Vec3, enuFrame, normalize, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { SectionPlane, ToolHit } from '@overlook/engine';
import { planeThrough, planeTool } from './plane-tool.ts';

const FRAME = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const POINT = transformPoint(FRAME.ecefFromEnu, [0, 0, 0]);

const noCancel = (): void => undefined;

function hitFrom(directionEnu: Vec3): ToolHit {
  const direction = transformDirection(FRAME.ecefFromEnu, normalize(directionEnu));
  return {
    pointEcef: POINT,
    modeltypeId: 3,
    featureId: null,
    errorMetres: 0.01,
    ray: { origin: POINT, direction },
  };
}
const normalEnu = (direction: Vec3): Vec3 =>
  transformDirection(FRAME.enuFromEcef, planeThrough(hitFrom(direction)).normalEcef);

describe('a cutting plane laid by a click', () => {
  it('is upright and keeps the part behind the clicked point', () => {
    const normal = normalEnu([1, 1, -0.5]);
    expect(normal[0]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(normal[1]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(normal[2]).toBeCloseTo(0, 9);
  });

  it('is level under a view steeply down, and keeps the part below', () => {
    expect(normalEnu([0.1, 0, -1])[2]).toBeCloseTo(-1, 9);
  });

  it('goes through a marked point that was clicked, not through the surface behind it', () => {
    const pointEcef = transformPoint(FRAME.ecefFromEnu, [1, 2, 3]);
    const marked = { pointEcef, modeltypeId: 3, featureId: null, errorMetres: 0, ray: null, isSettled: true };
    const laid: SectionPlane[] = [];
    planeTool((plane) => laid.push(plane), noCancel).tap(hitFrom([0, 0, -1]), null, marked);
    expect(laid).toMatchObject([{ pointEcef }]);
  });

  it('is level over a view from inside looking up, and keeps the part above', () => {
    expect(normalEnu([0, 0.1, 1])[2]).toBeCloseTo(1, 9);
  });
});
