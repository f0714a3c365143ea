import { Layer, type LayerProps } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import type { WebGLDevice } from '@luma.gl/webgl';
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

export interface TileSceneLayerProps {
  renderer: TileRenderer;
  scene: TileScene;
}

/** Restores the state that deck.gl sets only once, at its start, for all layers. */
export function restoreParameters(device: Device): void {
  const { gl } = device as WebGLDevice;
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);
  gl.enable(gl.POLYGON_OFFSET_FILL);
}

/** Draws the tiles as the whole picture of a screen, of so many CSS pixels, without deck.gl. */
export function drawTilesAlone(
  device: Device,
  { renderer, scene }: TileSceneLayerProps,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): void {
  const { gl, canvasContext } = device as WebGLDevice;
  // Gives the canvas its size, where that has changed.
  canvasContext.getCurrentFramebuffer();
  const [, bufferHeight] = canvasContext.getDrawingBufferSize();
  const ratio = canvasContext.cssToDeviceRatio();
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.viewport(0, bufferHeight - heightPx * ratio, widthPx * ratio, heightPx * ratio);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  renderer.render(scene.passes, scene.camera);
  restoreParameters(device);
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
