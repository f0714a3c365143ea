import type { SceneSample } from './scene-sample.ts';

/** A box in the frame of a scene, metres. */
export interface Region {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** Share of the points that may lie outside at either end of an axis: strays, as scanners see them in glass. */
const STRAYS = 0.001;

/** What a scene takes up but for strays, grown by `marginM`; null for one without points. */
export function regionOf({ tall, ground }: SceneSample, marginM: number): Region | null {
  const count = tall.count + ground.count;
  if (count === 0) return null;
  const values = new Float64Array(count);
  const [low, high]: [number[], number[]] = [[], []];
  for (let axis = 0; axis < 3; axis++) {
    let at = 0;
    for (const points of [tall.points(), ground.points()])
      for (let from = axis; from < points.length; from += 3) values[at++] = points[from]!;
    values.sort();
    const strays = Math.floor(STRAYS * count);
    low.push(values[strays]! - marginM);
    high.push(values[count - 1 - strays]! + marginM);
  }
  return { low: [low[0]!, low[1]!, low[2]!], high: [high[0]!, high[1]!, high[2]!] };
}

export const isIn = ({ low, high }: Region, x: number, y: number, z: number): boolean =>
  x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1] && z >= low[2] && z <= high[2];

/** Whether the box around some points, flat xyz, meets a region. */
export function meets({ low, high }: Region, xyz: ArrayLike<number>): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let [least, most] = [Infinity, -Infinity];
    for (let at = axis; at < xyz.length; at += 3) {
      least = Math.min(least, xyz[at]!);
      most = Math.max(most, xyz[at]!);
    }
    if (least > high[axis]! || most < low[axis]!) return false;
  }
  return true;
}
