import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { Triple } from './cloud-cube.ts';

/** The box of a file's points, integers of the cloud's grid. */
export interface FileBounds {
  readonly name: string;
  readonly minimum: Triple;
  readonly maximum: Triple;
}

/** Metres. */
const APART_MOST_M = 10_000;

/** Metres across one file: more than the diameter of the Earth. */
const ACROSS_MOST_M = 13_000_000;

/**
 * Throws `ImportRefusedError` unless each file can be reached from the first by files whose boxes are not farther apart than 10 km. It names
 * the first that cannot, and the one that is nearest to it. A file that is larger than the Earth is refused, too. `unitM`: metres of a unit on each axis.
 */
export function assertTogether(files: readonly FileBounds[], unitM: Triple): void {
  for (const file of files) assertOneSite(file, unitM);
  const reached = files.slice(0, 1);
  let others = files.slice(1);
  for (let at = 0; at < reached.length && others.length > 0; at++) {
    const isNear = (other: FileBounds) => gapM(reached[at]!, other, unitM) <= APART_MOST_M;
    for (const other of others) if (isNear(other)) reached.push(other);
    others = others.filter((other) => !isNear(other));
  }
  const [far] = others;
  if (!far) return;
  const [nearest, apartM] = reached
    .map((file) => [file, gapM(file, far, unitM)] as const)
    .reduce((least, one) => (one[1] < least[1] ? one : least));
  throw new ImportRefusedError(
    `${nearest.name} and ${far.name}`,
    '',
    `are ${Math.round(apartM / 1000)} km apart; the clouds of one layer lie within ${APART_MOST_M / 1000} km of each other. Import them to different sites.`,
  );
}

function assertOneSite({ name, minimum, maximum }: FileBounds, unitM: Triple): void {
  const acrossM = Math.hypot(...unitM.map((metres, axis) => metres * (maximum[axis]! - minimum[axis]!)));
  if (acrossM > ACROSS_MOST_M)
    throw new ImportRefusedError(
      name,
      '',
      `has points that are ${Math.round(acrossM / 1000)} km apart: its coordinates are damaged, or their unit is another.`,
    );
}

/** The distance between two boxes, metres; 0 where they meet. */
function gapM(a: FileBounds, b: FileBounds, unitM: Triple): number {
  const gaps = unitM.map(
    (metres, axis) => metres * Math.max(0, b.minimum[axis]! - a.maximum[axis]!, a.minimum[axis]! - b.maximum[axis]!),
  );
  return Math.hypot(...gaps);
}
