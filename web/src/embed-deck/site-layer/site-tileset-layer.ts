/** deck.gl's layer of a tileset, with tiles that lie right at their site. */
import type { FilterContext, Layer } from '@deck.gl/core';
import { Tile3DLayer } from '@deck.gl/geo-layers';

export class SiteTilesetLayer extends Tile3DLayer {
  static override layerName = 'SiteTilesetLayer';

  /**
   * deck.gl leaves out tiles whose middle is far from the pointer while it picks. All tiles of a site have one origin, and
   * large ones reach far: only what is not selected is left out.
   */
  override filterSubLayer({ layer, viewport }: FilterContext): boolean {
    const { tile } = (layer as Layer<{ tile: { selected: boolean; viewportIds: unknown[] } }>).props;
    return tile.selected && tile.viewportIds.includes(viewport.id);
  }
}
