import { maximumScale } from '@overlook/shared/maths';
import { boundsOf, sidesOf } from '../../bounds.ts';
import type { CadPart } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { simplifyGeometry } from './simplify.ts';

/** A simplified mesh of a part. */
export interface LodProxy {
  readonly geometry: CadGeometry;
  /** By which it deviates from the part, metres. */
  readonly deviation: number;
}

/**
 * A mesh is simplified by at most this share of its second longest side: a pipe stays a prism and a plate a sheet, and both
 * cover the same share of the picture. Thinner proxies would become lines, and a rack of pipes would vanish.
 */
const THINNEST = 0.25;

/**
 * Corners of a box: a mesh with no more cannot be simplified within that limit, and a model may have a million of them.
 */
const SIMPLEST = 36;

/** Proxies kept in memory; meshes that occur once would fill it. */
const MOST_KEPT = 20_000;

/**
 * Level-of-detail proxies of parts. Each mesh is simplified once for each power of two of deviation, however often it
 * occurs: a plant has a thousand valves of one kind.
 */
export class LodProxies {
  readonly #known = new Map<string, LodProxy>();
  readonly #limits = new Map<number, number>();

  /** `pieces` are indices of geometries that others adjoin. */
  constructor(
    private readonly originals: readonly CadGeometry[],
    private readonly pieces: ReadonlySet<number>,
  ) {}

  /** Whether a part shows a piece of a mesh whose other pieces are other parts. */
  isPiece({ geometry }: CadPart): boolean {
    return this.pieces.has(geometry);
  }

  /** The part with as few triangles as `allowed` metres permit, or more deviation where they are more than `atMost`. */
  of(part: CadPart, allowed: number, atMost: number): LodProxy {
    const size = maximumScale(part.matrix);
    const limit = this.#limit(part.geometry);
    for (let error = Math.min(allowed / size, limit); ; error *= 2) {
      const { geometry, deviation } = this.#proxy(part.geometry, Math.floor(Math.log2(error)));
      if (geometry.indices.length <= 3 * atMost || error > limit) return { geometry, deviation: deviation * size };
    }
  }

  /** Simplified by at most 2^`exponent`, in its own units, as is the deviation. */
  #proxy(original: number, exponent: number): LodProxy {
    const whole = this.originals[original]!;
    if (whole.indices.length <= SIMPLEST) return { geometry: whole, deviation: 0 };
    const key = `${original} ${exponent}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { geometry, error } = simplifyGeometry(whole, 2 ** exponent, this.pieces.has(original));
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    const made = { geometry, deviation: error };
    this.#known.set(key, made);
    return made;
  }

  /** The greatest deviation of a geometry, in its own units. */
  #limit(geometry: number): number {
    const known = this.#limits.get(geometry);
    if (known !== undefined) return known;
    const box = boundsOf(this.originals[geometry]!.positions);
    const sides = sidesOf(box).sort((a, b) => a - b);
    const limit = Math.max(sides[1]! * THINNEST, 1e-6);
    this.#limits.set(geometry, limit);
    return limit;
  }
}
