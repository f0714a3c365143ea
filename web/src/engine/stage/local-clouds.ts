/** Point clouds from files of the person, on the GPU of a screen: tiles that are always there. */
import type { EnuFrame } from '@overlook/shared/maths';
import type { CloudPiece } from '../content/points/local-cloud.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { destroyContent, uploadContent } from '../render/gpu-content.ts';
import { Tile } from '../tiles/tile.ts';
import type { CameraView } from '../view/camera-frame.ts';

/** Plain data, by identity: replaced, never changed. */
export interface StageCloud {
  readonly pieces: readonly CloudPiece[];
}

export class LocalClouds {
  private readonly held = new Map<StageCloud, Tile[]>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly frame: EnuFrame,
    private readonly clouds: () => readonly StageCloud[],
  ) {}

  /** What is to be drawn of them. Uploads those that are new, and releases those that have gone. */
  items({ x, y, z }: Pick<CameraView, 'x' | 'y' | 'z'>): DrawItem<Tile>[] {
    const clouds = this.clouds();
    for (const cloud of this.held.keys()) if (!clouds.includes(cloud)) this.release(cloud);
    return clouds.flatMap((cloud) =>
      this.tilesOf(cloud).map((tile) => {
        const distance = tile.volume.distanceTo(x, y, z);
        return { tile, cutouts: null, isCut: true, distance };
      }),
    );
  }

  destroy(): void {
    for (const cloud of this.held.keys()) this.release(cloud);
  }

  private tilesOf(cloud: StageCloud): Tile[] {
    const tiles = this.held.get(cloud) ?? cloud.pieces.map((piece) => this.upload(piece));
    this.held.set(cloud, tiles);
    return tiles;
  }

  private upload({ primitive, box }: CloudPiece): Tile {
    const { fromEcef } = this.frame;
    const tile = new Tile({ boundingVolume: { box }, geometricError: 0 }, null, '', { ecefToEnu: fromEcef }, fromEcef);
    const content = {
      primitives: [primitive],
      textures: [],
      properties: null,
      featureCount: 0,
      copyright: null,
      warnings: [],
    };
    tile.gpu = [uploadContent(this.gl, content, tile.matrixEnu)];
    tile.state = 'ready';
    tile.bytes = tile.gpu[0]!.bytes;
    return tile;
  }

  private release(cloud: StageCloud): void {
    for (const tile of this.held.get(cloud) ?? []) for (const content of tile.gpu) destroyContent(this.gl, content);
    this.held.delete(cloud);
  }
}
