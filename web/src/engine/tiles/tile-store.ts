/**
 * The tilesets that one WebGL context holds, each once however many screens show it. The cache and the scheduler may serve
 * several contexts of a page.
 */
import { CloudStore } from './cloud-store.ts';
import { Tileset, type TileResources, type TilesetListener, type TilesetOptions } from './tileset.ts';
import { TilesetView } from './tileset-view.ts';

export class TileStore {
  private readonly tilesets = new Map<string, { tileset: Tileset; viewCount: number }>();

  /** Point clouds from files of the person. */
  readonly clouds: CloudStore;

  constructor(readonly resources: TileResources) {
    this.clouds = new CloudStore(resources.gl, resources.cache);
  }

  /** A view of a tileset, which loads unless another view has it open. The caller closes the view. */
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

/** Trees are in the frame of their site. */
const keyOf = ({ url, placement, frame }: TilesetOptions): string =>
  [url, ...Array.from(placement ?? []), ...Array.from(frame.fromEcef)].join(' ');
