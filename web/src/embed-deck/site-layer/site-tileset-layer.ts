/** deck.gl's layer of a tileset, with tiles that lie right at their site. */
import type { FilterContext, Layer, UpdateParameters } from '@deck.gl/core';
import { Tile3DLayer } from '@deck.gl/geo-layers';

export class SiteTilesetLayer extends Tile3DLayer {
  static override layerName = 'SiteTilesetLayer';

  /**
   * Keeps the views for a tileset that has not arrived. deck.gl 9.4 forgets them with each update, and a picture adds them
   * again. A tileset that arrives between the two finds none, and no tile of it is selected until the camera moves.
   */
  override updateState(params: UpdateParameters<this>): void {
    const { activeViewports } = this.state;
    super.updateState(params);
    // A copy: deck.gl compares each view with the same view in the object that it has stored as the last one.
    if (!this.state.tileset3d) this.state.activeViewports = { ...activeViewports };
  }

  /**
   * deck.gl leaves out tiles whose middle is far from the pointer while it picks. All tiles of a site have one origin, and
   * large ones reach far: only what is not selected is left out.
   */
  override filterSubLayer({ layer, viewport }: FilterContext): boolean {
    const { tile } = (layer as Layer<{ tile: { selected: boolean; viewportIds: unknown[] } }>).props;
    return tile.selected && tile.viewportIds.includes(viewport.id);
  }
}
