import { act } from '@testing-library/react';
import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { MocArea } from '@overlook/shared/schemas';
import { stageTools } from '../../../../state/tools.ts';

const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const ecef = (place: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, place);

/** A square area of 10 m from the origin of a site to the north-east. */
export const areaOf = (name: string, topHeight = 5): MocArea => ({
  uuid: '5f0f2f4e-5d1c-4a7e-9a6c-0b6a1c2d3e4f',
  name,
  archived: false,
  type: 'polygon',
  bottomHeight: 0,
  topHeight,
  capped: true,
  colour: null,
  createdAt: '2026-03-14T10:00:00.000Z',
  points: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ].map(([east, north], position) => {
    const [x, y, z] = ecef([east!, north!, 0]);
    return { id: String(position), name: '', position, x, y, z };
  }),
});

/** Clicks on the model, metres from the same origin, with the tool that has the clicks. */
export function clickModel(east: number, north: number): void {
  const hit = {
    pointEcef: ecef([east, north, 0]),
    modeltypeId: 3,
    featureId: null,
    errorMetres: 0.01,
    ray: { origin: ecef([east, north, 50]), direction: [0, 0, -1] as Vec3 },
  };
  act(() => stageTools.override!.tap(hit, null, null));
}
