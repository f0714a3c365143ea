/**
 * deck.gl for one screen: its canvas, its view, the layer of tiles. deck.gl's own animation loop is stopped after its start,
 * because a stage draws only after a change, in the same task as the base map below it.
 */
import { Deck } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import { CAMERA } from '@overlook/shared/config';
import { DEG_PER_RAD } from '@overlook/shared/maths';
import { Programs } from '../render/programs.ts';
import { StillPicture } from '../render/still-picture.ts';
import { drawTilesAlone } from '../render/tile-scene-layer.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { SiteView, type SiteViewState } from '../view/site-view.ts';
import { DeckLayers } from './deck-layers.ts';
import type { PageContext } from './page-context.ts';
import { viewStates } from '../library-types.ts';

export interface DeckCanvas {
  readonly gl: WebGL2RenderingContext;
  /** The WebGL context, for the renderer of the tiles. */
  readonly programs: Programs;
  /** Returns the image that was drawn in this task. */
  picture(): HTMLCanvasElement;
  /** CSS pixels to device pixels. */
  pixelRatio(): number;
  setPixelRatio(pixelRatio: number): void;
  readonly layers: DeckLayers;
  /** `sample`: index of the frame in a still, from 0; null for a single frame. */
  draw(camera: CameraFrame, sample: number | null): void;
  /** Shows the current state of the still without another draw. */
  showStill(): void;
  readonly canRefine: boolean;
  destroy(): void;
}

/** Parts of deck.gl that are not in its public type (9.4). */
interface Inside {
  animationLoop: { stop(): void; redraw(): void };
  widgetManager: { finalize(): void; containers: Record<string, HTMLElement> };
  device: Device;
}

export interface DeckCanvasOptions {
  parent: HTMLDivElement;
  antialias: boolean;
  /** Device pixels per CSS pixel: the initial and largest ratio. */
  pixelRatio: number;
  /** The context of the page; null for one of its own. */
  context: PageContext | null;
  /** Draws this screen again in the current task, because its image is now presented in another way. */
  redraw(): void;
  /** A context of its own has been lost. */
  onLost(): void;
  /** Reports the failure of an added layer by its id: true if its owner has received it. */
  onLayerError(layerId: string, error: Error): boolean;
  /**
   * Reports a layer that could not be created, loaded or drawn and whose owner does not receive the failure. Each layer is
   * reported once.
   */
  onError(error: Error): void;
}

/** Resolves when the WebGL context exists; rejects if the browser provides none. */
export async function createDeckCanvas(options: DeckCanvasOptions): Promise<DeckCanvas> {
  const { parent, context, onLost } = options;
  const faults = new LayerFaults(options);
  let { pixelRatio } = options;
  // This comes first: the first frame of deck.gl must not be visible in another screen.
  const surface = context?.attach({ parent, fullPixelRatio: pixelRatio, redraw: options.redraw }) ?? null;
  const d = await startDeck(options, faults).catch((error: unknown) => {
    surface?.destroy();
    throw error;
  });
  // There is no public function to draw on demand in our own task.
  const { animationLoop: loop, widgetManager, device } = d as unknown as Inside;
  loop.stop();
  // Its only widget, an unused tooltip, would cost a millisecond of style and layout in every frame.
  widgetManager.finalize();
  widgetManager.containers = {};
  const canvas = context?.canvas ?? d.getCanvas()!;
  // The stage's element receives focus and keys.
  canvas.tabIndex = -1;
  if (!context) canvas.addEventListener('webglcontextlost', onLost, { once: true });
  const gl = context?.gl ?? canvas.getContext('webgl2')!;
  const programs = context?.programs ?? new Programs(gl);
  let size = { width: 0, height: 0 };
  let seen: CameraFrame | null = null;
  const view = new DeckView(d, surface !== null);
  const begin = () => (size.width > 0 ? surface?.begin(size.width, size.height, pixelRatio) : undefined);
  const still = new StillPicture(gl);
  const layers = new DeckLayers(
    d,
    () => pixelRatio,
    faults.failedIds,
    () => {
      begin();
      if (seen) view.follow(seen);
    },
  );
  return {
    gl,
    programs,
    picture: () => surface?.picture() ?? canvas,
    layers,
    pixelRatio: () => pixelRatio,
    setPixelRatio(ratio) {
      pixelRatio = ratio;
      if (!context) d.setProps({ useDevicePixels: ratio });
    },
    canRefine: still.isSupported,
    draw(camera, sample) {
      size = { width: camera.widthPx, height: camera.heightPx };
      seen = camera;
      begin();
      const { tilesAlone } = layers;
      if (tilesAlone) faults.caught('tiles', () => drawTilesAlone(device, tilesAlone, camera));
      else {
        view.follow(camera);
        layers.tilesChanged();
        loop.redraw();
      }
      if (sample !== null) still.add(sample, surface?.area ?? [0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight]);
      surface?.present();
    },
    showStill() {
      begin();
      still.show();
    },
    destroy() {
      still.destroy();
      d.finalize();
      if (surface) return surface.destroy();
      programs.destroy();
      // A context that the stage releases itself is not lost.
      canvas.removeEventListener('webglcontextlost', onLost);
      // Browsers keep only some sixteen contexts; finalize() leaves this one to the garbage collector.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      canvas.remove();
    },
  };
}

/** Size and camera of deck.gl, which are set only before it draws or picks. */
class DeckView {
  private camera: CameraFrame | null = null;

  /** `isCorner`: the canvas is larger than the screen. */
  constructor(
    private readonly deck: Deck<SiteView[]>,
    private readonly isCorner: boolean,
  ) {}

  follow(camera: CameraFrame): void {
    const before = this.camera;
    if (before === camera) return;
    this.camera = camera;
    const { widthPx: width, heightPx: height } = camera;
    const isResized = before?.widthPx !== width || before.heightPx !== height;
    const views =
      this.isCorner && isResized ? { views: [new SiteView({ id: 'site', x: 0, y: 0, width, height })] } : {};
    this.deck.setProps({ ...views, viewState: viewStates({ site: viewStateOf(camera) }) });
  }
}

/** Reports failed layers. */
class LayerFaults {
  readonly failedIds = new Set<string>();
  private readonly reported = new Set<string>();

  constructor(private readonly options: DeckCanvasOptions) {}

  /** A layer, or the part of it with this id, could not be created, loaded or drawn. */
  note(error: Error, id: string, rootId: string): void {
    // Called without `this`: it may be a function of the page.
    const { onLayerError, onError } = this.options;
    this.failedIds.add(id);
    if (onLayerError(rootId, error)) return;
    const fault = `${id}: ${error.message}`;
    if (!this.reported.has(fault)) onError(error);
    this.reported.add(fault);
  }

  caught(id: string, draw: () => void): void {
    try {
      draw();
    } catch (error) {
      this.note(error as Error, id, id);
    }
  }
}

/** Resolves when its WebGL context exists. */
function startDeck(options: DeckCanvasOptions, faults: LayerFaults): Promise<Deck<SiteView[]>> {
  const { parent, context } = options;
  return new Promise((resolve, reject) => {
    const deck: Deck<SiteView[]> = new Deck<SiteView[]>({
      parent,
      views: [new SiteView({ id: 'site' })],
      viewState: viewStates({ site: INITIAL }),
      controller: false,
      ...(context ? sharedDevice(context) : ownDevice(options)),
      getCursor: () => 'inherit',
      onLoad: () => resolve(deck),
      onError: (error, layer) => {
        if (layer) faults.note(error, layer.id, layer.root.id);
        else reject(error);
      },
    });
  });
}

const viewStateOf = (camera: CameraFrame): SiteViewState => ({
  positionEnu: [camera.x, camera.y, camera.z],
  direction: camera.direction,
  up: camera.up,
  near: camera.depthNear,
  far: camera.far,
  fovYDeg: camera.fovYRad * DEG_PER_RAD,
  ...(camera.isOrtho && { orthoHeightM: camera.heightPx / camera.pixelsPerMetre }),
  ...(camera.shift && { shift: camera.shift }),
});

const ownDevice = ({ antialias, pixelRatio }: DeckCanvasOptions) => ({
  useDevicePixels: pixelRatio,
  deviceProps: {
    type: 'webgl' as const,
    debug: false,
    webgl: { antialias, alpha: true, premultipliedAlpha: true, powerPreference: 'high-performance' as const },
  },
});

/** With a list of canvases, even an empty one, deck.gl does not change the size of the device's canvas. */
const sharedDevice = ({ device }: PageContext) => ({ device, _canvases: [] });

const INITIAL: SiteViewState = {
  positionEnu: [0, 0, 100],
  direction: [0, 1, 0],
  up: [0, 0, 1],
  near: 1,
  far: 1000,
  fovYDeg: CAMERA.fovYDeg,
};
