/**
 * The tilesets of one WebGL context. Several screens share one instance of a tileset. Several contexts of a page may share the
 * cache and the scheduler.
 */
import { CloudStore } from './cloud-store.ts';
import { Tileset, type TileResources, type TilesetListener, type TilesetOptions } from './tileset.ts';
import { TilesetView } from './tileset-view.ts';

export class TileStore {
  private readonly tilesets = new Map<string, { tileset: Tileset; viewCount: number }>();

  /** Point clouds from the user's files. */
  readonly clouds: CloudStore;

  constructor(readonly resources: TileResources) {
    this.clouds = new CloudStore(resources.gl, resources.cache);
  }

  /** Opens a view of a tileset and loads the tileset if no other view has it open. The caller closes the view. */
  open(options: TilesetOptions, listener: TilesetListener): TilesetView {
    const key = keyOf(options);
    const entry = this.tilesets.get(key) ?? { tileset: new Tileset(this.resources, options), viewCount: 0 };
    this.tilesets.set(key, entry);
    entry.viewCount++;
    return new TilesetView(entry.tileset, listener, () => {
      entry.viewCount--;
      if (entry.viewCount > 0) return;
      entry.tileset.destroy();
      this.tilesets.delete(key);
    });
  }
}

/** The key includes the site frame, because a tile tree is in that frame. */
const keyOf = ({ url, placement, frame }: TilesetOptions): string =>
  [url, ...Array.from(placement ?? []), ...Array.from(frame.enuFromEcef)].join(' ');
