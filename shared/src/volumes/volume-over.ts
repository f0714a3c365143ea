import type { Cells } from './cells.ts';

/** A surface over a base, both over the same cells. */
export interface Difference {
  readonly cells: Cells;
  /** Height of the surface above the base, negative below it; NaN where it is not known. */
  readonly aboveM: Float64Array;
  /** Standard error of each by noise and by filling. */
  readonly sigmaM: Float64Array;
  /** Cells of one number are wrong together; 0 for those that are wrong by themselves. See `FilledHoles`. */
  readonly holeOf: Uint32Array;
  readonly holes: number;
  /** Standard error of the surface's height that all cells share: with the one above, it limits what can be detected. */
  readonly heightErrorM: number;
  /** The same of the base. */
  readonly baseErrorM: number;
}

/** A volume with half of its 95 % interval, m³. */
export interface MeasuredVolume {
  readonly m3: number;
  readonly halfWidth95M3: number;
}

export interface Volumes {
  /** Above the base. */
  readonly fill: MeasuredVolume;
  /** Below the base, positive. */
  readonly cut: MeasuredVolume;
  /** Fill without cut. */
  readonly net: MeasuredVolume;
  /** What differs by less than the noise can: it is in none of the figures above. */
  readonly belowDetection: { readonly areaM2: number; readonly netM3: number };
  /** The median of the least differences that cells can show. */
  readonly detectionM: number;
}

/** Factor of a two-sided 95 % interval of a normal deviate. */
const Z_95 = 1.96;

/** The least difference that a cell can show with 95 % certainty. */
const detectionOf = ({ sigmaM, heightErrorM }: Difference, cell: number): number =>
  Z_95 * Math.hypot(sigmaM[cell]!, heightErrorM);

/** Sums a difference over its cells. Cells whose difference is below detection are left out, and told apart. */
export function volumesOver(difference: Difference): Volumes {
  const { cells, aboveM } = difference;
  const [fill, cut, net] = [createSum(difference), createSum(difference), createSum(difference)];
  const detections: number[] = [];
  let [areaM2, netM3] = [0, 0];
  for (const [cell, inside] of cells.insideM2.entries()) {
    const above = aboveM[cell]!;
    if (inside === 0 || Number.isNaN(above)) continue;
    const detection = detectionOf(difference, cell);
    detections.push(detection);
    if (Math.abs(above) < detection) {
      areaM2 += inside;
      netM3 += inside * above;
      continue;
    }
    net.add(cell, above);
    if (above > 0) fill.add(cell, above);
    else cut.add(cell, -above);
  }
  const detectionM = detections.sort((a, b) => a - b)[detections.length >>> 1] ?? 0;
  return { fill: fill.end(), cut: cut.end(), net: net.end(), belowDetection: { areaM2, netM3 }, detectionM };
}

/** Errors of single cells add up as squares, those within a hole as they are, and the shared one with the area. */
function createSum({ cells, sigmaM, holeOf, holes, heightErrorM, baseErrorM }: Difference) {
  const ofHole = new Float64Array(holes + 1);
  let [m3, areaM2, squares] = [0, 0, 0];
  return {
    add(cell: number, heightM: number): void {
      const inside = cells.insideM2[cell]!;
      m3 += inside * heightM;
      areaM2 += inside;
      const hole = holeOf[cell]!;
      if (hole > 0) ofHole[hole]! += inside * sigmaM[cell]!;
      else squares += (inside * sigmaM[cell]!) ** 2;
    },
    end(): MeasuredVolume {
      const shared = areaM2 * Math.hypot(heightErrorM, baseErrorM);
      const all = ofHole.reduce((sum, error) => sum + error ** 2, squares + shared ** 2);
      return { m3, halfWidth95M3: Z_95 * Math.sqrt(all) };
    },
  };
}
