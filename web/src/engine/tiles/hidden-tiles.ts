/**
 * Which tiles that are not there yet cannot be seen, because the newest picture is in front of all of their boxes
 * (docs/decisions/0042-what-is-hidden.md). It is asked again with each picture, so that a tile is requested when something that hid it gives way.
 */
import { OcclusionQueries } from '../render/occlusion-queries.ts';
import type { CameraView, RenderCamera } from '../view/camera-frame.ts';
import type { Tile } from './tile.ts';

/**
 * What is drawn in the place of a tile may stand out of its box, by the geometric error at most. Boxes are grown by this share of it, so that
 * nothing is hidden by what is drawn in its own place: writers of tilesets count texels and left-out things in their errors.
 */
const ERROR_SHARE = 0.25;

const NONE: ReadonlySet<Tile> = new Set();

/** Metres by which what is drawn in the place of a missing tile may stand out of its box; Infinity where nothing is. */
export function standsOutMetres(tile: Tile): number {
  for (let up = tile.parent; up; up = up.parent) if (up.state === 'ready') return ERROR_SHARE * up.geometricError;
  return Infinity;
}

export class HiddenTiles {
  private readonly queries: OcclusionQueries<Tile>;
  private hidden = NONE;
  private askedFrom: RenderCamera | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.queries = new OcclusionQueries(gl);
  }

  /** Answers are awaited: it may turn out that something more is wanted. */
  get isPending(): boolean {
    return this.queries.isPending;
  }

  /** Those that the newest answered picture hides. Another set after each change. */
  from(camera: CameraView): ReadonlySet<Tile> {
    if (this.askedFrom && isElsewhere(camera, this.askedFrom)) this.hidden = NONE;
    return this.hidden;
  }

  /** Call right after a picture was drawn: asks about tiles that are not there, those that it hid before first. */
  ask(missing: readonly Tile[], camera: RenderCamera): void {
    if (missing.length === 0 && this.hidden.size === 0 && !this.isPending) return;
    this.askedFrom = camera;
    const first = missing.filter((tile) => this.hidden.has(tile));
    const boxes = [...first, ...missing.filter((tile) => !this.hidden.has(tile))]
      .map((tile) => ({ of: tile, box: tile.volume, grownMetres: standsOutMetres(tile) }))
      .filter(({ grownMetres }) => grownMetres < Infinity);
    this.queries.issue(boxes, camera);
  }

  /** Reads what has been answered. Whether it is something else than before. */
  take(): boolean {
    const hidden = this.queries.results();
    if (!hidden) return false;
    const isSame = hidden.size === this.hidden.size && [...hidden].every((tile) => this.hidden.has(tile));
    this.hidden = hidden;
    return !isSame;
  }

  destroy(): void {
    this.queries.destroy();
  }
}

/** Metres and cosine up to which two cameras see so much of the same that the answers for one of them are of use for the other. */
const NEAR_M = 2;
const NEAR_COS = 0.97;

function isElsewhere({ x, y, z, dx, dy, dz }: CameraView, asked: RenderCamera): boolean {
  // The fourth row of its matrix is the direction of the view.
  const { clipFromEnuAxes: m } = asked;
  const cos = dx * m[3]! + dy * m[7]! + dz * m[11]!;
  return cos < NEAR_COS || Math.hypot(x - asked.x, y - asked.y, z - asked.z) > NEAR_M;
}
