import { toMat4 } from '@overlook/shared/maths';
import { expect, it } from 'vitest';
import type { GpuPrimitive } from './gpu-content.ts';
import { LocalFrames } from './local-frames.ts';
import type { TileProgram } from './tile-program.ts';

const AXES = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
const IDENTITY = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
const CAMERA = { clipFromEnuAxes: IDENTITY, x: 1, y: 2, z: 3, pixelsPerMetre: 1 };
const PROGRAM = { clipOffset: 'clipOffset', enuOffset: null, enuFromLocalAxes: null } as unknown as TileProgram;

const at = (x: number, y: number, z: number) =>
  ({ axes: AXES, matrixEnu: Float64Array.from([...IDENTITY.subarray(0, 12), x, y, z, 1]) }) as unknown as GpuPrimitive;

it('writes the place of a content only where it differs from that of the draw before', () => {
  const offsets: number[][] = [];
  const gl = { uniform4f: (_at: unknown, ...xyzw: number[]) => void offsets.push(xyzw), uniformMatrix4fv: () => {} };
  const frames = new LocalFrames(gl as unknown as WebGL2RenderingContext);
  frames.begin();
  frames.set(at(5, 5, 5), CAMERA, PROGRAM);
  frames.set(at(5, 5, 5), CAMERA, PROGRAM);
  frames.set(at(5, 5, 6), CAMERA, PROGRAM);
  expect(offsets).toEqual([
    [4, 3, 2, 1],
    [4, 3, 3, 1],
  ]);
  // Another program is in use.
  frames.begin();
  frames.set(at(5, 5, 6), CAMERA, PROGRAM);
  expect(offsets).toHaveLength(3);
});
