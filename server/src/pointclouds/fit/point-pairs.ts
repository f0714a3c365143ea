import { LevelEquations, type LevelAxis, type LevelStep } from './level-step.ts';
import type { LevelMove } from './level-move.ts';
import { REACH_M } from './local-planes.ts';
import { isSteep, type Sample, type Surfaces } from './surfaces.ts';

/** Normals of a pair differ by less than the angle with this cosine, 37°. */
const ALIKE = 0.8;
/** Tukey's constant: 95 % of the efficiency of least squares with normal errors. */
const TUKEY = 4.685;
const MEDIAN_TO_SIGMA = 1.4826;
/** Fewer pairs have no scale of their own. */
const GROUP_LEAST = 20;
/** A scale below this has no meaning with scanned points, metres. */
const SCALE_LEAST_M = 0.0005;

/** Each point of a sample with the nearest surface of the neighbour. */
export class PointPairs {
  /** Distance of each pair along the normal, signed, metres; the first `count` are pairs. */
  readonly residualsM: Float64Array;
  count = 0;
  readonly #moved: Float64Array;
  readonly #points: Int32Array;
  readonly #partners: Int32Array;
  readonly #sorted: Float64Array;

  constructor(
    readonly sample: Sample,
    readonly neighbour: Surfaces,
    /** Of the turn, for `step`. */
    readonly leverM: number,
  ) {
    const size = sample.xyz.length / 3;
    this.#moved = new Float64Array(size * 3);
    this.#points = new Int32Array(size);
    this.#partners = new Int32Array(size);
    this.residualsM = new Float64Array(size);
    this.#sorted = new Float64Array(size);
  }

  /**
   * Pairs each moved point with the nearest point of the neighbour, where both are on surfaces that face alike and are at most `capM` apart
   * along the normal. Points beside the neighbour's surface are left out: those farther along it than its plane was fitted to, or than
   * `besideM`.
   */
  find(move: LevelMove, capM: number, besideM = 0): void {
    const { tree, planes } = this.neighbour;
    const { xyz, normals } = this.sample;
    const moved = this.#moved;
    move.apply(xyz, moved);
    const turn = move.stepM[3];
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const reachM = besideM > 0 ? Math.hypot(capM, besideM) : REACH_M;
    this.count = 0;
    for (let at = 0; at < moved.length; at += 3) {
      const [x, y, z] = [moved[at]!, moved[at + 1]!, moved[at + 2]!];
      const partner = tree.nearest(x, y, z, reachM);
      if (partner < 0 || !planes.has(partner)) continue;
      const of = 3 * partner;
      const [nx, ny, nz] = [planes.normals[of]!, planes.normals[of + 1]!, planes.normals[of + 2]!];
      const [ox, oy, oz] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
      if (Math.abs(nx * (c * ox - s * oy) + ny * (s * ox + c * oy) + nz * oz) < ALIKE) continue;
      const residual = nx * (x - tree.xyz[of]!) + ny * (y - tree.xyz[of + 1]!) + nz * (z - tree.xyz[of + 2]!);
      if (Math.abs(residual) > capM) continue;
      const alongM2 = tree.distanceM2 - residual * residual;
      if (alongM2 > Math.max(besideM, planes.radiiM[partner]!) ** 2) continue;
      this.#points[this.count] = at / 3;
      this.#partners[this.count] = partner;
      this.residualsM[this.count++] = residual;
    }
  }

  /** Of the sample, that has a pair. */
  share(): number {
    return this.count / Math.max(1, this.residualsM.length);
  }

  /**
   * Median distance of the pairs along the normals, metres: that of the steep or of the flat ones, whichever is more. Ground, of which there
   * is most, soon lies on ground, also where everything else lies beside its place. NaN without pairs.
   */
  medianM(): number {
    const [steepM, flatM] = this.#mediansM();
    return Math.max(steepM, flatM);
  }

  /** Of the steep pairs and of the flat ones; that of all for a group of few. */
  #mediansM(): readonly [number, number] {
    const allM = this.#medianOf(() => true) ?? NaN;
    const { normals } = this.neighbour.planes;
    const isOfSteep = (pair: number) => isSteep(normals[3 * this.#partners[pair]! + 2]!);
    return [this.#medianOf(isOfSteep) ?? allM, this.#medianOf((pair) => !isOfSteep(pair)) ?? allM];
  }

  #medianOf(isWanted: (pair: number) => boolean): number | null {
    let size = 0;
    for (let i = 0; i < this.count; i++) if (isWanted(i)) this.#sorted[size++] = Math.abs(this.residualsM[i]!);
    return size < GROUP_LEAST ? null : this.#sorted.subarray(0, size).sort()[size >>> 1]!;
  }

  /** Median height of the moved points of the pairs above their planes' points along the normals, metres; 0 without pairs. */
  medianUpM(): number {
    const { normals } = this.neighbour.planes;
    for (let i = 0; i < this.count; i++)
      this.#sorted[i] = this.residualsM[i]! * Math.sign(normals[3 * this.#partners[i]! + 2]!);
    const all = this.#sorted.subarray(0, this.count).sort();
    return all.length === 0 ? 0 : all[all.length >>> 1]!;
  }

  /** Sum over the pairs: 1 for each on its plane, falling to 0 at `capM` from it. */
  closeness(capM: number): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++) sum += 1 - (this.residualsM[i]! / capM) ** 2;
    return sum;
  }

  /** Root mean square of the distances of the pairs that are no outliers, metres, and how many these are. */
  remainder(): { rmsM: number; count: number } {
    const limitM = this.#limitsM();
    let [square, count] = [0, 0];
    for (let i = 0; i < this.count; i++) {
      if (Math.abs(this.residualsM[i]!) >= limitM(i)) continue;
      square += this.residualsM[i]! ** 2;
      count++;
    }
    return { rmsM: Math.sqrt(square / Math.max(1, count)), count };
  }

  /** The step that brings the pairs together, outliers weighted down (Tukey's biweight). */
  step(move: LevelMove): { step: LevelStep; kept: LevelAxis[] } {
    const { planes } = this.neighbour;
    const [mx, my] = move.middle;
    const limitM = this.#limitsM();
    const equations = new LevelEquations(this.leverM);
    for (let i = 0; i < this.count; i++) {
      const share = this.residualsM[i]! / limitM(i);
      if (Math.abs(share) >= 1) continue;
      const weight = (1 - share * share) ** 2;
      const [at, partner] = [3 * this.#points[i]!, this.#partners[i]!];
      const [x, y] = [this.#moved[at]! - mx, this.#moved[at + 1]! - my];
      equations.add(x, y, planes.normals, 3 * partner, this.residualsM[i]!, weight, planes.variances[partner]!);
    }
    return equations.solve();
  }

  /** The distance from which a pair is an outlier, metres, by its number. */
  #limitsM(): (pair: number) => number {
    const [steepM, flatM] = this.#mediansM().map(
      (medianM) => TUKEY * Math.max(SCALE_LEAST_M, MEDIAN_TO_SIGMA * medianM),
    ) as [number, number];
    const { normals } = this.neighbour.planes;
    return (pair) => (isSteep(normals[3 * this.#partners[pair]! + 2]!) ? steepM : flatM);
  }
}
