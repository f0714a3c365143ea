import {
  type Mat4,
  enuFrame,
  invertAffine,
  llaFromEcef,
  toMat4,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { ExportBox, FittedSurface, FoundSurface } from '@overlook/shared/schemas';
import {
  type FoundShape,
  findShape,
  PARAMETERS,
  radiusHalfWidth95,
  type ShapeKind,
  type ShapeRefusal,
} from '@overlook/shared/shapes';
import { cropCloud } from '../crop/crop-cloud.ts';
import { openFrame } from '../open-frame.ts';
import { type PlacedCloud, placedFrame } from '../placed-frame.ts';
import { coordinatesOf, RECORD_WORDS, recordWords } from '../record.ts';
import { openPointStore, type PointStore } from '../store/open-store.ts';

export interface ShapeQuestion extends PlacedCloud {
  readonly kind: ShapeKind;
  readonly pickEcef: readonly [number, number, number];
}

/** Standard deviation of a terrestrial scanner's points, with its registration. */
const NOISE_M = 0.004;
/** Half a box around the pick, and the side of voxels that keep one point each, so that each holds at most some 10,000 of a surface. */
const REACHES: readonly { readonly reachM: number; readonly densityM: number }[] = [
  { reachM: 0.6, densityM: 0.005 },
  { reachM: 2.4, densityM: 0.02 },
  { reachM: 9.6, densityM: 0.08 },
];
/** An interval of this share of the radius needs no wider look. */
const CERTAIN = 0.03;
/** Points of a box that are looked at; the first in the order of the store, coarse ones first, lie evenly. */
const POINTS_MOST = 200_000;

/**
 * Finds a shape in an exact cloud at a picked point, in the smallest neighbourhood that makes it certain. Throws `DamagedStoreError`, and what
 * the file system throws. Blocks its thread for some 10 ms.
 */
export async function findInStore({ folder, moveEcef, kind, pickEcef }: ShapeQuestion): Promise<FoundSurface> {
  const store = await openPointStore(folder);
  const { enuFromEcef } = enuFrame(llaFromEcef([...pickEcef]));
  let best: FoundShape | null = null;
  let refusal: ShapeRefusal = 'fewPoints';
  try {
    for (const { reachM, densityM } of REACHES) {
      const around = await pointsAround(store, { moveEcef, pickEcef, enuFromEcef, reachM, densityM });
      const answer = findShape(kind, around, { noiseM: NOISE_M, reachM });
      if (typeof answer === 'string') {
        // The first look says what is at the pick; wider ones see more of what lies around.
        if (reachM === REACHES[0]!.reachM || answer === 'uncertain') refusal = answer;
        continue;
      }
      if (!best || uncertainty(answer) < uncertainty(best)) best = answer;
      if (kind === 'plane' || uncertainty(best) < CERTAIN) break;
    }
  } finally {
    store.close();
  }
  return best
    ? { surface: inEcef(best, toMat4(invertAffine(enuFromEcef))), refusal: null }
    : { surface: null, refusal };
}

const uncertainty = (found: FoundShape): number =>
  found.shape.kind === 'plane' ? 0 : radiusHalfWidth95(found) / found.shape.radiusM;

interface Around extends Pick<ShapeQuestion, 'moveEcef' | 'pickEcef'> {
  readonly enuFromEcef: Mat4;
  readonly reachM: number;
  readonly densityM: number;
}

/** Points in a box around the pick, flat east, north and up of it. */
async function pointsAround(
  store: PointStore,
  { moveEcef, pickEcef: [centerX, centerY, centerZ], enuFromEcef, reachM, densityM }: Around,
): Promise<Float64Array> {
  const { description } = store;
  const frame = placedFrame(openFrame(description.frame), moveEcef);
  const side = 2 * reachM;
  const box: ExportBox = { centerX, centerY, centerZ, sizeX: side, sizeY: side, sizeZ: side, degrees: 0 };
  const xyz: number[] = [];
  const ecef = new Float64Array(3);
  await cropCloud(store, frame, box, densityM, (records, count) => {
    const words = recordWords(records, count);
    for (let i = 0; i < count && xyz.length < 3 * POINTS_MOST; i++) {
      const at = i * RECORD_WORDS;
      frame.toEcef(coordinatesOf(description, [words[at]!, words[at + 1]!, words[at + 2]!]), ecef);
      xyz.push(...transformPoint(enuFromEcef, [ecef[0]!, ecef[1]!, ecef[2]!]));
    }
  });
  return Float64Array.from(xyz);
}

function inEcef(found: FoundShape, ecefFromEnu: Mat4): FittedSurface {
  const { shape, points, residualM, alongM, seenShare } = found;
  const hasRadius = shape.kind !== 'plane';
  // Both tilts: of the cylinder the third and fourth parameters, of the plane the second and third.
  const tilts = { cylinder: [2, 3], plane: [1, 2], sphere: [] }[shape.kind];
  const gradients = tilts.map((tilt) => Array.from({ length: PARAMETERS[shape.kind] }, (_, i) => (i === tilt ? 1 : 0)));
  return {
    kind: shape.kind,
    pointEcef: transformPoint(ecefFromEnu, shape.point),
    axisEcef: shape.kind === 'sphere' ? null : transformDirection(ecefFromEnu, shape.axis),
    radiusM: hasRadius ? shape.radiusM : null,
    radiusHalfWidth95M: hasRadius ? radiusHalfWidth95(found) : null,
    tiltHalfWidth95Rad: tilts.length > 0 ? Math.max(...gradients.map(found.halfWidth95)) : null,
    alongM: [...alongM],
    seenShare,
    points,
    residualM,
  };
}
