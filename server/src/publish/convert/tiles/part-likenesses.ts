import { type Vec3, maximumScale } from '@overlook/shared/maths';
import type { CadGeometry, CadPart } from '../cad-model.ts';
import { simplifyGeometry } from './simplify.ts';
import { type TileMesh, bakeParts } from './tile-mesh.ts';

/**
 * Parts as they are seen from further off. Each mesh is simplified once for each power of two of deviation, however
 * often it stands: a plant has a thousand valves of one kind.
 */
export class PartLikenesses {
  readonly #geometries: CadGeometry[] = [];
  readonly #deviations: number[] = [];
  readonly #known = new Map<string, number>();

  constructor(private readonly originals: readonly CadGeometry[]) {}

  /** The parts, less `centre`, that deviate by at most `allowed` metres, and by how much they do. */
  bake(parts: readonly CadPart[], allowed: number, centre: Readonly<Vec3>): { mesh: TileMesh; deviation: number } {
    let deviation = 0;
    const simple = parts.map((part): CadPart => {
      const size = maximumScale(part.matrix);
      const geometry = this.#likeness(part.geometry, Math.floor(Math.log2(allowed / size)));
      deviation = Math.max(deviation, this.#deviations[geometry]! * size);
      return { ...part, geometry };
    });
    const mesh = bakeParts(simple, this.#geometries, centre);
    // Those of meshes that stand once would only pile up.
    if (this.#geometries.length > MOST_KEPT) this.#forget();
    return { mesh, deviation };
  }

  /** Index of a geometry simplified by at most 2^`exponent` of its own units. */
  #likeness(original: number, exponent: number): number {
    const key = `${original} ${exponent}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { geometry, error } = simplifyGeometry(this.originals[original]!, 2 ** exponent);
    const index = this.#geometries.push(geometry) - 1;
    this.#deviations.push(error);
    this.#known.set(key, index);
    return index;
  }

  #forget(): void {
    this.#geometries.length = 0;
    this.#deviations.length = 0;
    this.#known.clear();
  }
}

const MOST_KEPT = 4096;
