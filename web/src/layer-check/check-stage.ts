/** What a stage is for layers by others, without a page: deck.gl makes and updates their layers, and nothing is drawn. */
import { type Layer, LayerManager } from '@deck.gl/core';
import { WebGLDevice } from '@luma.gl/webgl';
import type { EnuFrame } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { type EnuSection, SiteViewport, StageLayers } from '@overlook/engine/added-layers';
import { countingGl } from './counting-gl.ts';
import { libraryProps } from '@overlook/engine/library-types';

const [WIDTH, HEIGHT] = [800, 600];
/** Cuts everything west of the origin. */
const CUT: EnuSection = { planes: Float64Array.of(1, 0, 0, 0), box: null };

export class CheckStage {
  private readonly counting = countingGl();
  private readonly manager: LayerManager;
  private readonly added = new StageLayers(() => undefined);
  private readonly handlers = new Map<string, Set<() => void>>();
  private section: EnuSection | null = null;
  private shown: Layer[] = [];

  constructor(private readonly frame: EnuFrame) {
    const device = new WebGLDevice(
      libraryProps({
        createCanvasContext: { width: WIDTH, height: HEIGHT },
        _handle: this.counting.gl,
      }),
    );
    const viewport = new SiteViewport({
      id: 'check',
      x: 0,
      y: 0,
      width: WIDTH,
      height: HEIGHT,
      positionEnu: [0, -100, 50],
      direction: [0, 1, 0],
      up: [0, 0, 1],
      near: 1,
      far: 1000,
      fovYDeg: 60,
    });
    this.manager = new LayerManager(device, libraryProps({ viewport }));
    this.manager.setProps(
      libraryProps({
        onError: (error: Error, layer: Layer) => void this.added.failed(rootOf(layer).id, error),
      }),
    );
  }

  /** As much of a stage as layers by others use. */
  get asStage(): Stage {
    // Nothing else of a stage is called.
    return this as unknown as Stage;
  }

  readonly addLayer: Stage['addLayer'] = (layers, options) => this.added.add(layers, options);
  readonly state = () => ({ section: this.section });
  readonly size = () => ({ width: WIDTH, height: HEIGHT });
  readonly project = () => ({ x: WIDTH / 2, y: HEIGHT / 2, distance: 100 });
  readonly on = (event: string, handler: () => void): (() => void) => {
    const handlers = this.handlers.get(event) ?? new Set();
    this.handlers.set(event, handlers.add(handler));
    return () => void handlers.delete(handler);
  };

  /** Sets or removes a section plane. */
  cut(isCut: boolean): void {
    this.section = isCut ? CUT : null;
    this.draw();
  }

  /** Updates deck.gl's layers and reports the frame. */
  draw(): void {
    const { manager } = this;
    const canvas = {
      hasAdded: this.shown.length > 0,
      setAdded: (layers: Layer[]) => manager.setLayers((this.shown = layers)),
    };
    this.added.show(canvas, this.frame, this.section);
    manager.updateLayers();
    for (const handler of this.handlers.get('drawn') ?? []) handler();
  }

  /** deck.gl's layers with their parts. */
  layers(): readonly Layer[] {
    return this.manager.getLayers();
  }

  /** Objects on the GPU. */
  gpuObjects(): number {
    return this.counting.alive();
  }

  listeners(): number {
    return [...this.handlers.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

/** The layer that was added, of one of its parts. */
export function rootOf(layer: Layer): Layer {
  return layer.parent ? rootOf(layer.parent as Layer) : layer;
}
