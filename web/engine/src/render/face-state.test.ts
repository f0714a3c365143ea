import { expect, it } from 'vitest';
import { FaceState } from './face-state.ts';

it('changes only the state that differs from the previous draw, and resets it at the end', () => {
  const set: [number, boolean][] = [];
  const offsets: number[] = [];
  const fronts: string[] = [];
  const gl = {
    CULL_FACE: 1,
    POLYGON_OFFSET_FILL: 2,
    CW: 'clockwise',
    CCW: 'counter-clockwise',
    enable: (capability: number) => set.push([capability, true]),
    disable: (capability: number) => set.push([capability, false]),
    frontFace: (front: string) => fronts.push(front),
    polygonOffset: (factor: number) => offsets.push(factor),
  } as unknown as WebGL2RenderingContext;
  const faces = new FaceState(gl);
  faces.begin();
  set.length = 0;
  faces.set(true, false, false);
  faces.set(true, false, true);
  faces.set(true, true, true);
  expect(set).toEqual([
    [1, true],
    [2, true],
  ]);
  set.length = 0;
  faces.end();
  expect(set).toEqual([
    [1, false],
    [2, false],
  ]);
  expect(offsets).toEqual([1, 0]);
  expect(fronts).toEqual(['counter-clockwise', 'clockwise', 'counter-clockwise']);
});
