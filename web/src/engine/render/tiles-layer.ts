import { Layer, type LayerProps } from '@deck.gl/core';
import type { DrawItem } from '../tiles/selection.ts';
import type { RenderCamera, RenderStyle, TileRenderer } from './tile-renderer.ts';

/** One frame's worth of tiles: filled by the stage before each redraw. */
export interface TileScene {
  items: DrawItem[];
  camera: RenderCamera;
  style: RenderStyle;
}

interface TilesLayerProps {
  renderer: TileRenderer;
  scene: TileScene;
}

/**
 * All tiles of a screen as one primitive deck.gl layer, so that other deck layers draw before, after and among them with
 * the same depth buffer. It lists no models: deck.gl would visit each one in every frame.
 */
export class TilesLayer extends Layer<TilesLayerProps> {
  static override layerName = 'TilesLayer';
  static override defaultProps = {
    renderer: { type: 'object', value: null },
    scene: { type: 'object', value: null },
  };

  // The tiles own their resources; deck.gl's attributes and models stay empty.
  override initializeState(): void {}

  override draw(): void {
    const { renderer, scene } = this.props as LayerProps & TilesLayerProps;
    renderer.render(scene.items, scene.camera, scene.style);
  }
}
