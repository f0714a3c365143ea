import { Layer, type LayerProps } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import type { DrawnTile } from './draw-item.ts';
import type { RenderCamera } from '../view/camera-frame.ts';
import type { TilePass } from './tile-pass.ts';
import type { TileRenderer } from './tile-renderer.ts';

/** The tiles of one frame. The stage fills it before each redraw. */
export interface TileScene<T extends DrawnTile = DrawnTile> {
  /** One pass, or one for each side of a divider. */
  passes: TilePass<T>[];
  camera: RenderCamera;
}

interface TileSceneLayerProps {
  renderer: TileRenderer;
  scene: TileScene;
}

const [SRC_ALPHA, ONE_MINUS_SRC_ALPHA, ONE, LEQUAL] = [0x302, 0x303, 1, 0x203];

/** Restores the state that deck.gl sets only once, at its start, for all layers. */
export function restoreParameters(device: Device): void {
  device.setParametersWebGL({
    blend: true,
    blendFunc: [SRC_ALPHA, ONE_MINUS_SRC_ALPHA, ONE, ONE_MINUS_SRC_ALPHA],
    depthTest: true,
    depthFunc: LEQUAL,
  });
}

/**
 * Draws all tiles of a screen as one primitive deck.gl layer, so that other deck layers are drawn before, after and between them
 * with the same depth buffer. It lists no models, because deck.gl would visit each model in every frame.
 */
export class TileSceneLayer extends Layer<TileSceneLayerProps> {
  static override layerName = 'TileSceneLayer';
  static override defaultProps = {
    renderer: { type: 'object', value: null },
    scene: { type: 'object', value: null },
  };

  // Tiles own their resources; deck.gl's attributes and models stay empty.
  override initializeState(): void {}

  override draw(): void {
    const { renderer, scene } = this.props as LayerProps & TileSceneLayerProps;
    renderer.render(scene.passes, scene.camera);
    restoreParameters(this.context.device);
  }
}
