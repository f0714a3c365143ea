import type { XmlElement } from '../../xml/index.ts';
import { valueOf } from './e57-fields.ts';

/** Rotation (row by row) and translation: coordinates of a scan or a camera to those of the file. */
export interface E57Pose {
  readonly rotation: readonly number[];
  readonly translation: readonly [number, number, number];
}

/**
 * The pose of a scan or a picture (ASTM E2807-11 §8.4.9); null where there is none. The quaternion is normalised; one of length 0 turns nothing. Returns a sentence
 * in place of a pose that cannot be used.
 */
export function poseOf(pose: XmlElement | undefined): E57Pose | string | null {
  if (pose === undefined) return null;
  const of = (part: string, axis: string) => valueOf(pose.first(part, axis)) ?? 0;
  const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((axis) => of('rotation', axis)) as [number, number, number, number];
  const translation: [number, number, number] = [
    of('translation', 'x'),
    of('translation', 'y'),
    of('translation', 'z'),
  ];
  const length = Math.hypot(w, x, y, z);
  if (!Number.isFinite(length) || !translation.every(Number.isFinite))
    return 'Its place has values that are no numbers.';
  const rotation =
    length === 0 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : matrixOf(w / length, x / length, y / length, z / length);
  return { rotation, translation };
}

/** Of a unit quaternion, row by row. */
function matrixOf(w: number, x: number, y: number, z: number): number[] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ].flat();
}
