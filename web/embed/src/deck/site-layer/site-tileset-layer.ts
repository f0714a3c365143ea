/** deck.gl's tileset layer with correct views and picks for the tiles of a site. */
import type { FilterContext, Layer, UpdateParameters } from '@deck.gl/core';
import { Tile3DLayer } from '@deck.gl/geo-layers';

export class SiteTilesetLayer extends Tile3DLayer {
  static override layerName = 'SiteTilesetLayer';

  /**
   * Keeps the views for a tileset that has not loaded. deck.gl 9.4 clears them in each update, and a frame adds them again. A
   * tileset that loads between the two would find no view, so that no tile would be selected until the camera moves.
   */
  override updateState(params: UpdateParameters<this>): void {
    const { activeViewports } = this.state;
    super.updateState(params);
    // A copy, because deck.gl compares each view with the same view in the object that it stored last.
    if (!this.state.tileset3d) this.state.activeViewports = { ...activeViewports };
  }

  /**
   * During picks, deck.gl skips tiles whose centre is far from the pointer. All tiles of a site have one origin, and large tiles
   * extend far. Therefore only unselected tiles are skipped.
   */
  override filterSubLayer({ layer, viewport }: FilterContext): boolean {
    const { tile } = (layer as Layer<{ tile: { selected: boolean; viewportIds: unknown[] } }>).props;
    return tile.selected && tile.viewportIds.includes(viewport.id);
  }
}
