/**
 * A node of a tileset's tree, in the site's ENU frame.
 *
 * States: `none` has nothing to fetch (its children may) · `unloaded` → `loading` → `parsed` (waits for its upload) → `ready` ·
 * `failed` (may be retried at `retryAtMs`) · `refused` (final: unsupported or missing).
 */
import { type Mat4, IDENTITY, maximumScale, multiply, type Float64Mat4, toMat4 } from '@overlook/shared/maths';
import { MalformedContentError, contentPaths, valueAt } from '@overlook/shared/tiles3d';
import type { TileContent } from '../content/content.ts';
import { type ImplicitSubtree, implicitRoot } from '../content/implicit/implicit-root.ts';
import type { GpuContent } from '../render/gpu-content.ts';
import {
  type BoundingVolumeJson,
  type Enclosure,
  type OrientedBox,
  orientedBox,
  requestVolume,
} from '../geometry/oriented-box.ts';

export type TileState = 'none' | 'unloaded' | 'loading' | 'parsed' | 'ready' | 'failed' | 'refused';

interface ContentJson {
  uri?: string;
  url?: string;
  boundingVolume?: BoundingVolumeJson;
}

/** A tile in the tileset JSON (3D Tiles 1.0 and 1.1), with the field that `expandSubtree` adds. */
export interface TileJson {
  boundingVolume: BoundingVolumeJson;
  viewerRequestVolume?: BoundingVolumeJson;
  geometricError: number;
  refine?: string;
  transform?: number[];
  content?: ContentJson;
  contents?: ContentJson[];
  extensions?: object;
  children?: TileJson[];
  implicitTiling?: unknown;
  implicitSubtree?: ImplicitSubtree;
}

/** Data that all tiles of a tileset share. */
export interface TileContext {
  enuFromEcef: Mat4;
  /** Called for each tile that is malformed in the tileset `url`. */
  onError?(url: string, error: Error): void;
}

export class Tile {
  readonly parent: Tile | null;
  readonly depth: number;
  volume: OrientedBox;
  requestVolume: Enclosure | null;
  readonly geometricError: number;
  readonly replaces: boolean;
  /** Tile frame to site ENU, double precision. */
  readonly matrixEnu: Float64Mat4;
  /** URLs of the contents, resolved against the tileset that names them. */
  readonly urls: string[];
  /** The content is an external tileset, according to its URL. Tested once, because each selection asks. */
  readonly hasJsonUrl: boolean;
  /** The subtree that stands for this tile's descendants until it is fetched; null for explicit tiles. */
  readonly subtree: ImplicitSubtree | null;
  contentVolume: OrientedBox | null;
  /** Up axis of the glTF contents ("Y" unless an old asset says otherwise). */
  readonly upAxis: 'X' | 'Y' | 'Z';

  /**
   * True if this tile refers to others (external tileset, subtree): its children are always visited, in addition to its own
   * contents.
   */
  isExternal = false;
  state: TileState;
  /** Parsed contents that wait for the upload; empty afterwards. */
  parsed: TileContent[] = [];
  gpu: GpuContent[] = [];
  bytes = 0;
  attempts = 0;
  retryAtMs = 0;
  /** Number of views that use it, and the time of the newest use (tile-cache.ts). */
  useCount = 0;
  usedAt = 0;

  /**
   * Numbers of the newest selections that visited and that needed the tile. The fields below are of the selection that visited
   * it. They are valid only until the next selection, because several views share a tile.
   */
  visitedAt = 0;
  selectedAt = 0;
  /** Number of the newest selection that requested it for a picked point; 0 for none. */
  demandedAt = 0;
  distance = 0;
  screenSpaceError = 0;
  /** Higher is fetched earlier. */
  priority = 0;

  private childrenJson: TileJson[] | null;
  private childTiles: Tile[] | null = null;

  constructor(
    json: TileJson,
    parent: Tile | null,
    readonly baseUrl: string,
    readonly context: TileContext,
    rootMatrixEnu: Mat4 = IDENTITY,
    upAxis: 'X' | 'Y' | 'Z' = parent?.upAxis ?? 'Y',
  ) {
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.upAxis = upAxis;
    const from = parent ? parent.matrixEnu : rootMatrixEnu;
    this.matrixEnu = json.transform ? multiply(from, toMat4(json.transform)) : toMat4(from);
    this.volume = orientedBox(json.boundingVolume, this.matrixEnu, context.enuFromEcef);
    this.requestVolume = json.viewerRequestVolume
      ? requestVolume(json.viewerRequestVolume, this.matrixEnu, context.enuFromEcef)
      : null;
    this.geometricError = json.geometricError * maximumScale(this.matrixEnu);
    this.replaces = json.refine ? json.refine.toUpperCase() === 'REPLACE' : (parent?.replaces ?? true);
    const inherited = (parent?.replaces ?? true) ? 'REPLACE' : 'ADD';
    this.subtree = json.implicitSubtree ?? implicitRoot(json, inherited)?.implicitSubtree ?? null;
    const contents = this.subtree ? [] : contentPaths(json).map((path) => valueAt(json, path) as ContentJson);
    this.urls = contents.flatMap((content) => {
      const uri = content?.uri ?? content?.url;
      return uri ? [contentUrl(uri, baseUrl)] : [];
    });
    const tight = contents.length === 1 ? contents[0]!.boundingVolume : undefined;
    this.contentVolume = tight ? orientedBox(tight, this.matrixEnu, context.enuFromEcef) : null;
    this.hasJsonUrl = this.urls.length === 1 && /\.json(\?|$)/i.test(this.urls[0]!);
    this.state = this.urls.length > 0 || this.subtree ? 'unloaded' : 'none';
    this.childrenJson = json.children?.length ? json.children : null;
  }

  /**
   * Children, created at the first access, so that only the visited part of a large tileset costs memory. A malformed child is
   * refused and reported; the others are available.
   */
  get children(): Tile[] | null {
    if (this.childrenJson && !this.childTiles) {
      this.childTiles = this.childrenJson.flatMap((json) => this.readChild(json));
      this.childrenJson = null;
    }
    return this.childTiles;
  }

  /** The children that have been created. */
  get builtChildren(): readonly Tile[] {
    return this.childTiles ?? [];
  }

  /** Adds the root of an external tileset or of an expanded subtree below this tile, whose own content was the reference. */
  adopt(json: TileJson, baseUrl: string, upAxis: 'X' | 'Y' | 'Z' = this.upAxis): Tile {
    const child = new Tile(json, this, baseUrl, this.context, IDENTITY, upAxis);
    this.childTiles = [...(this.childTiles ?? []), child];
    return child;
  }

  private readChild(json: TileJson): Tile[] {
    try {
      return [new Tile(json, this, this.baseUrl, this.context)];
    } catch (error) {
      this.context.onError?.(this.baseUrl, error instanceof Error ? error : new Error(String(error)));
      return this.refusedChild(json);
    }
  }

  /**
   * Returns a tile that stands for a malformed one, so that an ancestor is drawn in its place; nothing if its volume is malformed
   * too.
   */
  private refusedChild(json: TileJson | null): Tile[] {
    try {
      const { boundingVolume, transform } = json!;
      const place = { boundingVolume, geometricError: 0, ...(transform ? { transform } : {}) };
      const child = new Tile(place, this, this.baseUrl, this.context);
      child.state = 'refused';
      return [child];
    } catch {
      return [];
    }
  }

  /** This tile and all descendants that have been created. */
  *built(): Generator<Tile> {
    yield this;
    for (const child of this.childTiles ?? []) yield* child.built();
  }
}

/** Throws MalformedContentError for an invalid URL. */
function contentUrl(uri: string, baseUrl: string): string {
  try {
    return new URL(uri, baseUrl).href;
  } catch {
    throw new MalformedContentError(baseUrl, `has a content address ${JSON.stringify(uri)}, which is not valid.`);
  }
}
