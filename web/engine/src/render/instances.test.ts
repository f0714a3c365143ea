import { describe, expect, it } from 'vitest';
import { enuFrame, multiply, transformPoint, type Mat4, toMat4 } from '@overlook/shared/maths';
import { instanceRows } from './instances.ts';

const IDENTITY = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
const at = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** Position of a point of an instance in site ENU as the shader computes it: row times point, then the matrix. */
function drawn(rows: Float32Array, instance: number, matrixEnu: Mat4, [x, y, z]: [number, number, number]) {
  const [a, b, c] = [0, 4, 8].map((row) => {
    const [p, q, r, s] = rows.subarray(12 * instance + row, 12 * instance + row + 4);
    return p! * x + q! * y + r! * z + s!;
  });
  return transformPoint(matrixEnu, [a!, b!, c!]);
}

describe('instanceRows', () => {
  it('moves the origin to the first instance and keeps rotation and scale in the rows', () => {
    const turned = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1];
    const instances = Float64Array.from([...at(100, 0, 5), ...turned]);
    const matrixEnu = toMat4(IDENTITY);
    const rows = instanceRows(instances, matrixEnu);
    expect([...matrixEnu]).toEqual(at(100, 0, 5));
    expect(drawn(rows, 0, matrixEnu, [1, 2, 3])).toEqual([101, 2, 8]);
    expect(drawn(rows, 1, matrixEnu, [1, 2, 3])).toEqual([10 - 4, 20 + 2, 30 + 6]);
  });

  it('keeps a precision of 0.1 mm for instances in ECEF', () => {
    const { enuFromEcef, ecefFromEnu } = enuFrame({ longitude: 138.49, latitude: -35.08, height: 30 });
    const places = [
      [12.3456, -45.6789, 3.21],
      [250.1234, 310.9876, 9.87],
    ] as const;
    const instances = Float64Array.from(places.flatMap(([x, y, z]) => [...multiply(ecefFromEnu, toMat4(at(x, y, z)))]));
    const matrixEnu = toMat4(enuFromEcef);
    const rows = instanceRows(instances, matrixEnu);
    places.forEach(([x, y, z], instance) => {
      const point = drawn(rows, instance, matrixEnu, [0.5, 0.25, -0.125]);
      [x + 0.5, y + 0.25, z - 0.125].forEach((value, axis) => expect(point[axis]).toBeCloseTo(value, 4));
    });
  });
});
