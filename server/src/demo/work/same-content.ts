import { isDeepStrictEqual } from 'node:util';
import type { GroundMap } from '../light/ground-light.ts';
import type { PatchLight } from '../light/light-grids.ts';
import type { LitScene } from '../light/scene-light.ts';
import { isCaptured } from '../plant/types.ts';
import { type MeshLayer, type PlannedTile, flatten, planTiles } from '../tiles/plan.ts';
import { type Square, mayTouch } from '../tiles/point-sampling.ts';

/**
 * Light on the ground is looked up this far aside, metres: where the sun's ray meets the level of the dunes, and the
 * width of penumbrae. Pictures of the ground have a border besides, a share of their side.
 */
const ASIDE = 8;
const BORDER_SHARE = 1 / 32;

/**
 * Two captures of a site differ in few places. Says where their content is the same to the byte: parts with the same
 * description and light at the same place of the list, and the same light on the ground.
 */
export class SameContent {
  readonly #own: LitScene;
  readonly #base: LitScene;
  readonly #deepestLevel: number;
  /** Places of the parts that are described otherwise, and of those that look otherwise. */
  readonly #redescribed: ReadonlySet<number>;
  readonly #relit: ReadonlySet<number>;
  readonly #baseTiles = new Map<MeshLayer, ReadonlyMap<string, PlannedTile>>();

  /** @param deepestLevel of the plans of both. */
  constructor(own: LitScene, base: LitScene, deepestLevel: number) {
    this.#own = own;
    this.#base = base;
    this.#deepestLevel = deepestLevel;
    const places = Array.from({ length: Math.max(own.plant.parts.length, base.plant.parts.length) }, (_, i) => i);
    this.#redescribed = new Set(places.filter((i) => !isDeepStrictEqual(own.plant.parts[i], base.plant.parts[i])));
    this.#relit = new Set(places.filter((i) => this.#redescribed.has(i) || !this.#hasSameLight(i)));
  }

  /** Whether a tile has the content of the base's tile in the same cell, if there is one. */
  isSameTile(layer: MeshLayer, tile: PlannedTile): boolean {
    const base = this.#tilesOf(layer).get(cellOf(tile));
    return (
      base !== undefined &&
      (tile.children.length === 0) === (base.children.length === 0) &&
      isDeepStrictEqual(tile.parts, base.parts) &&
      // Drawings have no light, and no ground.
      !tile.parts.some((i) => (layer === 'cad' ? this.#redescribed : this.#relit).has(i)) &&
      (layer === 'cad' || this.#isSameGround(tile))
    );
  }

  /** Whether a square has the same points. */
  isSameSquare(square: Square): boolean {
    const isNear = ({ plant, lights }: LitScene, i: number): boolean =>
      i < plant.parts.length && isCaptured(plant.parts[i]!) && lights[i]!.fine.some((patch) => mayTouch(patch, square));
    return ![...this.#relit].some((i) => isNear(this.#own, i) || isNear(this.#base, i)) && this.#isSameGround(square);
  }

  #tilesOf(layer: MeshLayer): ReadonlyMap<string, PlannedTile> {
    const known = this.#baseTiles.get(layer);
    if (known) return known;
    const tiles = flatten(planTiles(this.#base.plant, layer, this.#deepestLevel));
    const byCell = new Map(tiles.map((tile) => [cellOf(tile), tile]));
    this.#baseTiles.set(layer, byCell);
    return byCell;
  }

  #hasSameLight(i: number): boolean {
    const [own, base] = [this.#own, this.#base];
    const [ownLight, baseLight] = [own, base].map(({ lights }) => [...lights[i]!.fine, ...(lights[i]!.coarse ?? [])]);
    return ownLight!.every((light, k) => {
      const other = baseLight![k]!;
      return light.offset === other.offset && samplesOf(own, light).equals(samplesOf(base, other));
    });
  }

  #isSameGround({ west, south, side }: Square): boolean {
    const margin = ASIDE + side * BORDER_SHARE;
    const square = { west: west - margin, south: south - margin, side: side + 2 * margin };
    const maps = ({ sunMaps, skyMap }: LitScene) => [...sunMaps, skyMap];
    const base = maps(this.#base);
    return maps(this.#own).every((map, i) => isSameMap(map, base[i]!, square));
  }
}

const cellOf = ({ level, west, south }: PlannedTile): string => `${level} ${west} ${south}`;

const samplesOf = ({ baked }: LitScene, { offset, nu, nv }: PatchLight): Buffer =>
  Buffer.from(baked.buffer, 2 * offset, 2 * (nu + 1) * (nv + 1));

/** Whether two maps of the same size agree within a square. */
function isSameMap(own: GroundMap, base: GroundMap, { west, south, side }: Square): boolean {
  const { half, cells } = own;
  const cell = (metres: number) => Math.min(cells, Math.max(0, Math.floor(((metres + half) * cells) / (2 * half))));
  const [left, bottom] = [cell(west), cell(south)];
  const width = Math.min(cells, cell(west + side) + 1) - left;
  const top = Math.min(cells, cell(south + side) + 1);
  for (let row = bottom; row < top; row++) {
    const from = row * cells + left;
    if (!Buffer.from(own.data.buffer, from, width).equals(Buffer.from(base.data.buffer, from, width))) return false;
  }
  return true;
}
