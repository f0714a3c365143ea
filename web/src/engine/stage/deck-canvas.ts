/**
 * deck.gl for one screen: its canvas, its view, the layer of tiles. deck.gl's own animation loop is stopped once it has
 * started, because a stage draws only when something has changed, in the same tick as the base map beneath it.
 */
import { Deck, type Layer } from '@deck.gl/core';
import type { TileRenderer } from '../render/tile-renderer.ts';
import { TilesLayer, type TileScene } from '../render/tiles-layer.ts';
import { FOV_Y_DEG, type CameraFrame } from '../view/camera-frame.ts';
import { SiteView, type SiteViewState } from '../view/site-view.ts';

export interface DeckCanvas {
  readonly gl: WebGL2RenderingContext;
  readonly canvas: HTMLCanvasElement;
  /** CSS pixels to device pixels. */
  pixelRatio(): number;
  setPixelRatio(pixelRatio: number): void;
  /** Gives deck.gl the tiles and any further layers. */
  setLayers(renderer: TileRenderer, scene: TileScene, above: Layer[]): void;
  draw(camera: CameraFrame): void;
  destroy(): void;
}

/** Parts of deck.gl that are not in its public type (9.4). */
interface Inside {
  animationLoop: { stop(): void; redraw(): void };
  widgetManager: { finalize(): void; containers: Record<string, HTMLElement> };
}

export interface DeckCanvasOptions {
  parent: HTMLDivElement;
  antialias: boolean;
  /** CSS pixels to device pixels at first. */
  pixelRatio: number;
}

/** Resolves when the WebGL context is there; rejects when the browser gives none. */
export async function createDeckCanvas(options: DeckCanvasOptions): Promise<DeckCanvas> {
  const { parent, antialias } = options;
  let { pixelRatio } = options;
  let deck: Deck<SiteView[]> | null = null;
  await new Promise<void>((resolve, reject) => {
    deck = new Deck<SiteView[]>({
      parent,
      views: [new SiteView({ id: 'site' })],
      viewState: { site: INITIAL } as never,
      controller: false,
      useDevicePixels: pixelRatio,
      deviceProps: {
        type: 'webgl',
        debug: false,
        webgl: { antialias, alpha: true, premultipliedAlpha: true, powerPreference: 'high-performance' },
      },
      getCursor: () => 'inherit',
      onLoad: resolve,
      onError: (error) => reject(error),
    });
  });
  const d = deck! as Deck<SiteView[]>;
  const { animationLoop: loop, widgetManager } = d as unknown as Inside;
  // Drawing on demand in our own tick has no public way.
  loop.stop();
  // Its one widget, a tooltip that nothing uses, would be laid out anew in every frame: a millisecond of style and layout.
  widgetManager.finalize();
  widgetManager.containers = {};
  const canvas = d.getCanvas()!;
  // The stage's element takes the focus and the keys.
  canvas.tabIndex = -1;
  let tiles: TilesLayer | null = null;
  const gl = canvas.getContext('webgl2')!;
  return {
    gl,
    canvas,
    pixelRatio: () => pixelRatio,
    setPixelRatio(ratio) {
      pixelRatio = ratio;
      d.setProps({ useDevicePixels: ratio });
    },
    setLayers(renderer, scene, above) {
      tiles = new TilesLayer({ id: 'tiles', renderer, scene });
      d.setProps({ layers: [tiles, ...above] });
    },
    draw(camera) {
      const state: SiteViewState = {
        positionEnu: [camera.x, camera.y, camera.z],
        direction: camera.direction,
        up: camera.up,
        near: camera.near,
        far: camera.far,
        fovYDeg: FOV_Y_DEG,
      };
      d.setProps({ viewState: { site: state } as never });
      // The scene changes in place, which deck.gl does not see.
      tiles?.setNeedsRedraw();
      loop.redraw();
    },
    destroy() {
      d.finalize();
      // Browsers keep only some sixteen contexts; finalize() leaves this one to the garbage collector.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      canvas.remove();
    },
  };
}

const INITIAL: SiteViewState = {
  positionEnu: [0, 0, 100],
  direction: [0, 1, 0],
  up: [0, 0, 1],
  near: 1,
  far: 1000,
  fovYDeg: FOV_Y_DEG,
};
