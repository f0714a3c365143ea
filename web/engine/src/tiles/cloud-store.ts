/**
 * Point clouds from the user's files on the GPU of one context. Each cloud is uploaded once, even if several screens of a site
 * show it. Its memory counts like that of tiles in use, so that less remains for other tiles.
 */
import type { EnuFrame } from '@overlook/shared/maths';
import type { CloudPiece } from '../content/points/local-cloud.ts';
import { destroyContent, uploadContent } from '../render/gpu-content.ts';
import { Tile } from './tile.ts';
import type { TileCache } from './tile-cache.ts';

/** Immutable data, compared by identity. */
export interface StageCloud {
  readonly pieces: readonly CloudPiece[];
}

interface HeldCloud {
  readonly cloud: StageCloud;
  /** The site frame of the tiles. */
  readonly frameKey: string;
  readonly tiles: readonly Tile[];
  readonly users: Set<object>;
}

export class CloudStore {
  private held: HeldCloud[] = [];

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly cache: TileCache<Tile>,
  ) {}

  /** Sets the clouds that a screen shows and returns their tiles. Uploads new clouds and frees clouds that no screen shows. */
  use(user: object, clouds: readonly StageCloud[], frame: EnuFrame): Tile[] {
    for (const one of this.held) if (!clouds.includes(one.cloud)) this.leave(one, user);
    return clouds.flatMap((cloud) => {
      const one = this.holding(cloud, frame);
      one.users.add(user);
      return one.tiles;
    });
  }

  /** Releases all clouds of a screen. A second call does nothing. */
  release(user: object): void {
    for (const one of this.held) this.leave(one, user);
  }

  private holding(cloud: StageCloud, frame: EnuFrame): HeldCloud {
    const frameKey = Array.from(frame.enuFromEcef).join();
    const found = this.held.find((one) => one.cloud === cloud && one.frameKey === frameKey);
    if (found) return found;
    const tiles = cloud.pieces.map((piece) => this.upload(piece, frame));
    const made: HeldCloud = { cloud, frameKey, tiles, users: new Set() };
    this.cache.use(made, tiles);
    this.held.push(made);
    return made;
  }

  private leave(one: HeldCloud, user: object): void {
    if (!one.users.delete(user) || one.users.size > 0) return;
    this.held = this.held.filter((other) => other !== one);
    this.cache.use(one, []);
    for (const tile of one.tiles) this.cache.remove(tile);
  }

  private upload({ primitive, box }: CloudPiece, { enuFromEcef }: EnuFrame): Tile {
    const { gl } = this;
    const tile = new Tile(
      { boundingVolume: { box }, geometricError: 0 },
      null,
      '',
      { enuFromEcef: enuFromEcef },
      enuFromEcef,
    );
    const content = {
      primitives: [primitive],
      textures: [],
      properties: null,
      featureCount: 0,
      copyright: null,
      warnings: [],
    };
    tile.gpu = [uploadContent(gl, content, tile.matrixEnu)];
    tile.state = 'ready';
    tile.bytes = tile.gpu[0]!.bytes;
    this.cache.add(tile, (released) => {
      for (const one of released.gpu) destroyContent(gl, one);
      released.gpu = [];
    });
    return tile;
  }
}
