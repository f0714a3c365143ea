/**
 * Occlusion culling of requests: finds missing tiles whose boxes are completely behind the last frame
 * (docs/decisions/0042-what-is-hidden.md). The test is repeated for each frame, so that a tile is requested once its occluder is
 * gone.
 */
import { OcclusionQueries } from '../render/occlusion-queries.ts';
import type { CameraView, RenderCamera } from '../view/camera-frame.ts';
import { TILE_OPTIONS } from './tile-options.ts';
import type { Tile } from './tile.ts';

const NONE: ReadonlySet<Tile> = new Set();

/** Metres by which a drawn ancestor may extend beyond the box of a missing tile; Infinity without a drawn ancestor. */
export function overhangMetres(tile: Tile): number {
  for (let up = tile.parent; up; up = up.parent)
    if (up.state === 'ready') return TILE_OPTIONS.occlusionErrorShare * up.geometricError;
  return Infinity;
}

export class HiddenTiles {
  private readonly queries: OcclusionQueries<Tile>;
  private hidden = NONE;
  /** The camera of the frame that hides them. */
  private hiddenFrom: RenderCamera | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.queries = new OcclusionQueries(gl);
  }

  /** True while query results are outstanding: they may add wanted tiles. */
  get isPending(): boolean {
    return this.queries.isPending;
  }

  /** Returns the tiles that the newest finished frame hides. A change returns a new set. */
  from(camera: CameraView): ReadonlySet<Tile> {
    if (this.hiddenFrom && isOtherView(camera, this.hiddenFrom)) this.hidden = NONE;
    return this.hidden;
  }

  /** Queries the missing tiles, previously hidden ones first. Call it directly after a frame is drawn. */
  ask(missing: readonly Tile[], camera: RenderCamera): void {
    if (missing.length === 0 && this.hidden.size === 0 && !this.isPending) return;
    const first = missing.filter((tile) => this.hidden.has(tile));
    const boxes = [...first, ...missing.filter((tile) => !this.hidden.has(tile))]
      .map((tile) => ({ of: tile, box: tile.volume, grownMetres: overhangMetres(tile) }))
      .filter(({ grownMetres }) => grownMetres < Infinity);
    this.queries.issue(boxes, camera);
  }

  /** Reads new query results. Returns true if the set of hidden tiles has changed. */
  take(): boolean {
    const results = this.queries.results();
    if (!results) return false;
    const { hidden, camera } = results;
    this.hiddenFrom = camera;
    const isSame = hidden.size === this.hidden.size && [...hidden].every((tile) => this.hidden.has(tile));
    this.hidden = hidden;
    return !isSame;
  }

  destroy(): void {
    this.queries.destroy();
  }
}

function isOtherView({ x, y, z, dx, dy, dz, isOrtho }: CameraView, asked: RenderCamera): boolean {
  const { occlusionNearCos, occlusionNearMetres } = TILE_OPTIONS;
  if (isOrtho !== asked.isOrtho) return true;
  // The fourth row of the matrix is the view direction; in an orthographic view it is that of the third.
  const { clipFromEnuAxes: m } = asked;
  const row = isOrtho ? 2 : 3;
  const cos = (dx * m[row]! + dy * m[4 + row]! + dz * m[8 + row]!) / Math.hypot(m[row]!, m[4 + row]!, m[8 + row]!);
  return cos < occlusionNearCos || Math.hypot(x - asked.x, y - asked.y, z - asked.z) > occlusionNearMetres;
}
