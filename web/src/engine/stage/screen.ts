/**
 * What a stage holds on the GPU: the deck.gl canvas, the tiles of the site's layers, and their geometry for picking.
 * A lost WebGL context takes all of it away; the stage then makes a new one and the tiles load again.
 */
import type { EnuFrame, Vec3 } from '@overlook/shared/maths';
import type { ContentLoader } from '../content/content-loader.ts';
import { GeometryCache } from '../picking/geometry-cache.ts';
import { type TilePick, pickTiles } from '../picking/pick-tiles.ts';
import { TileRenderer } from '../render/tile-renderer.ts';
import type { TileScene } from '../render/tiles-layer.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import { MemoryBudget } from '../tiles/memory-budget.ts';
import type { TilesetProgress } from '../tiles/tileset.ts';
import { type CameraFrame, rayDirection } from '../view/camera-frame.ts';
import type { DeckCanvas } from './deck-canvas.ts';

/** Main-thread time for uploads in a frame: half of a 60 Hz frame is left for everything else. */
const UPLOAD_BUDGET_MS = 4;
/** A pick beside a point still counts within this many CSS pixels. */
const POINT_REACH_PX = 6;
/** Points stand for a surface: within this many CSS pixels the nearer one hides what shines through beside it. */
const POINT_HIDES_PX = 2.5;

export interface ScreenOptions {
  canvas: DeckCanvas;
  contents: ContentLoader;
  frame: EnuFrame;
  capBytes: number;
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
}

export class Screen {
  readonly budget: MemoryBudget;
  readonly renderer: TileRenderer;
  private readonly scene: TileScene;
  private readonly geometry: GeometryCache;
  private readonly layers = new Map<number, LayerTiles>();
  private active: LayerTiles | null = null;
  private pointSizePx = 1;

  constructor(private readonly options: ScreenOptions) {
    const { gl } = options.canvas;
    this.budget = new MemoryBudget(options.capBytes);
    this.renderer = new TileRenderer(gl);
    this.geometry = new GeometryCache(gl);
    this.scene = {
      items: [],
      camera: { clipFromEnuAxes: new Float64Array(16), x: 0, y: 0, z: 0 },
      style: { pointSizePx: 1 },
    };
    options.canvas.setLayers(this.renderer, this.scene, []);
  }

  /** Shows a layer; the one shown before keeps its tiles for as long as memory allows. */
  show(modeltypeId: number, url: string): void {
    this.active?.rest();
    let layer = this.layers.get(modeltypeId);
    if (!layer) {
      const { canvas, contents, frame, onChange, onError } = this.options;
      layer = new LayerTiles(modeltypeId, {
        url,
        frame,
        gl: canvas.gl,
        contents,
        budget: this.budget,
        onChange,
        onError,
      });
      this.layers.set(modeltypeId, layer);
    }
    this.active = layer;
  }

  showNothing(): void {
    this.active?.rest();
    this.active = null;
  }

  /**
   * Brings the tiles up to date for a camera. Returns what the frame needs: a redraw, and another frame after it
   * (parsed tiles still wait for their upload).
   */
  update(camera: CameraFrame, cameraChanged: boolean, thresholdPx: number, nowMs: number) {
    const { active } = this;
    if (!active) {
      const redraw = cameraChanged || this.scene.items.length > 0;
      this.scene.items = [];
      return { redraw, more: false };
    }
    if (this.budget.isFull) this.evictHidden();
    const more = active.upload(performance.now() + UPLOAD_BUDGET_MS);
    const stale = active.isStale;
    if (cameraChanged || stale) {
      active.select(camera, thresholdPx, nowMs);
      this.scene.items = [];
      active.collect(this.scene.items);
    }
    return { redraw: cameraChanged || stale, more };
  }

  draw(camera: CameraFrame, pointSizePx: number): void {
    this.scene.camera = camera;
    this.pointSizePx = pointSizePx;
    this.scene.style.pointSizePx = pointSizePx * this.options.canvas.pixelRatio();
    this.options.canvas.draw(camera);
  }

  pick(camera: CameraFrame, x: number, y: number): TilePick | null {
    const directionEnu = rayDirection(camera, x, y);
    const along = directionEnu.reduce((sum, v, k) => sum + v * camera.direction[k]!, 0);
    return pickTiles(
      this.scene.items,
      {
        originEnu: [camera.x, camera.y, camera.z] as Vec3,
        directionEnu,
        near: camera.near / along,
        discSlope: Math.max(this.pointSizePx / 2, POINT_HIDES_PX) / camera.pixelsPerRadian,
        reachSlope: POINT_REACH_PX / camera.pixelsPerRadian,
      },
      this.geometry,
    );
  }

  progress(): TilesetProgress {
    return (
      this.active?.progress() ?? {
        wanted: 0,
        ready: 0,
        loading: 0,
        underWay: 0,
        failed: 0,
        stoppedAtMemoryLimit: false,
      }
    );
  }

  get isStale(): boolean {
    return this.active?.isStale ?? false;
  }

  get selectedCount(): number {
    return this.scene.items.length;
  }

  get loadedCount(): number {
    let count = 0;
    for (const layer of this.layers.values()) count += layer.loadedCount;
    return count;
  }

  attributions(): string[] {
    const credits = this.scene.items.flatMap(({ tile }) => tile.gpu.map((content) => content.copyright));
    return [...new Set(credits.filter((credit): credit is string => Boolean(credit)))];
  }

  retryFailed(): void {
    this.active?.retryFailed();
  }

  destroy(): void {
    for (const layer of this.layers.values()) layer.destroy();
    this.layers.clear();
    this.active = null;
    this.scene.items = [];
    this.geometry.clear();
    this.renderer.destroy();
  }

  private evictHidden(): void {
    for (const layer of this.layers.values()) if (layer !== this.active) layer.evict();
  }
}
