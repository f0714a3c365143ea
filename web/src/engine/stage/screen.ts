/**
 * What a stage holds on the GPU: the deck.gl canvas, the tiles of the site's layers, and their geometry for picking.
 * A lost WebGL context takes all of it away; the stage then makes a new one and the tiles load again.
 */
import { isProjectLayer } from '@overlook/shared/config';
import { type EnuFrame, type Vec3, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { ContentLoader } from '../content/content-loader.ts';
import { GeometryCache } from '../picking/geometry-cache.ts';
import type { FeatureLooks } from '../looks/feature-looks.ts';
import type { PickRay } from '../picking/pick-primitive.ts';
import { type ShownPart, type TilePick, drillTiles, pickTiles } from '../picking/pick-tiles.ts';
import { TileRenderer } from '../render/tile-renderer.ts';
import type { TileScene } from '../render/tiles-layer.ts';
import { type EnuSection, enuSection } from '../section/enu-section.ts';
import type { SectionVolume } from '../section/section-volume.ts';
import type { Unrefined } from '../tools/tool.ts';
import type { PickDemand } from '../tiles/finest-tiles.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import { MemoryBudget } from '../tiles/memory-budget.ts';
import { NO_PROGRESS, type TilesetProgress } from '../tiles/tileset.ts';
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
  /** Drawn on the processor. */
  isSoftware: boolean;
  /** The site has no layer for this person, so that none will be chosen. */
  hasNoLayers: boolean;
  /** Another layer is seen than before. */
  onSeen(): void;
}

export class Screen {
  readonly budget: MemoryBudget;
  readonly renderer: TileRenderer;
  private readonly scene: TileScene;
  private readonly geometry: GeometryCache;
  private readonly layers = new Map<number, LayerTiles>();
  private active: LayerTiles | null = null;
  /** The layer chosen before, which is seen and picked until the active one covers the view. */
  private held: LayerTiles | null = null;
  /** Screen-space error that the layer on view was chosen with last, CSS pixels. */
  private seenThresholdPx = 16;
  /** As much of the active layer is chosen that the view is covered, or that nothing further comes. */
  private isShowable = false;
  /** A picture that covers the view has been drawn since this screen was made. */
  isOpen = false;
  private pointSizePx = 1;
  /** What is drawn has to be chosen anew, although neither camera nor tiles have changed. */
  private isOutdated = false;
  private looks: FeatureLooks | null = null;
  private unrefined: readonly Unrefined[] = [];

  constructor(private readonly options: ScreenOptions) {
    const { gl } = options.canvas;
    this.budget = new MemoryBudget(options.capBytes);
    this.renderer = new TileRenderer(gl);
    this.geometry = new GeometryCache(gl);
    this.scene = {
      items: [],
      camera: { clipFromEnuAxes: new Float64Array(16), x: 0, y: 0, z: 0 },
      // On the processor the pass costs several times what the points do.
      style: { pointSizePx: 1, pixelRatio: 1, section: null, edl: !options.isSoftware, haze: 0, features: null },
    };
    options.canvas.setLayers(this.renderer, this.scene, []);
  }

  /**
   * Goes over to a layer. The one that is seen now stays until the other covers the view, and keeps its tiles after that
   * for as long as memory allows.
   */
  show(modeltypeId: number, url: string): void {
    const seen = this.seen;
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
    if (this.active !== seen) this.active?.rest();
    this.active = layer;
    this.held = seen !== layer ? seen : null;
    if (this.seen !== seen) this.options.onSeen();
  }

  showNothing(): void {
    this.active?.rest();
    this.held?.rest();
    const hasSeen = this.seen !== null;
    this.active = this.held = null;
    if (hasSeen) this.options.onSeen();
  }

  /** Model type of the layer that is seen, which is the one chosen before until the new one covers the view. */
  get seenLayerId(): number | null {
    return this.seen?.modeltypeId ?? null;
  }

  private get seen(): LayerTiles | null {
    return this.held ?? this.active;
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
    if (this.budget.isFull) this.makeRoom();
    const more = active.upload(performance.now() + UPLOAD_BUDGET_MS);
    const stale = active.isStale;
    const { section } = this;
    const changed = cameraChanged || stale || this.isOutdated;
    this.isOutdated = false;
    if (changed) {
      active.select(camera, thresholdPx, nowMs, section, this.demandsOn(active.modeltypeId));
      this.held?.select(camera, this.seenThresholdPx, nowMs, section, null);
      this.noteCoverage(active.progress());
      if (!this.held) this.seenThresholdPx = thresholdPx;
      this.scene.items = [];
      this.seen!.collect(this.scene.items);
    }
    return { redraw: changed, more };
  }

  /** Points whose finest tiles are wanted from the next {@link update} on. */
  setUnrefined(places: readonly Unrefined[]): void {
    const isSame = places.length === this.unrefined.length && places.every((place, i) => place === this.unrefined[i]);
    if (isSame) return;
    this.unrefined = places;
    this.isOutdated = true;
  }

  /** Whether the shaders of the next picture can be used without a wait; starts to compile those that cannot. */
  isPrepared(mayAsk: boolean): boolean {
    this.scene.style.features = isProjectLayer(this.seenLayerId) ? this.looks : null;
    return this.renderer.isPrepared(this.scene.items, this.scene.style, mayAsk);
  }

  /** `haze` is how dense it is over far ground, 0 (none) to 1. */
  draw(camera: CameraFrame, pointSizePx: number, haze: number): void {
    this.scene.style.haze = haze;
    this.scene.camera = camera;
    this.pointSizePx = pointSizePx;
    this.scene.style.features = isProjectLayer(this.seenLayerId) ? this.looks : null;
    const pixelRatio = this.options.canvas.pixelRatio();
    this.scene.style.pointSizePx = pointSizePx * pixelRatio;
    this.scene.style.pixelRatio = pixelRatio;
    this.options.canvas.draw(camera);
    this.isOpen ||= this.isShowable;
  }

  /** Shows only what lies inside the volume, from the next {@link update} on; null shows all. */
  setSection(volume: SectionVolume | null): void {
    this.scene.style.section = enuSection(volume, this.options.frame);
    this.isOutdated = true;
  }

  /** The volume as it is drawn, for layers beside the tiles. */
  get section(): EnuSection | null {
    return this.scene.style.section;
  }

  /** How the objects of the Project Layer are drawn from the next picture on; other layers stay as they are. */
  setFeatureLooks(looks: FeatureLooks | null): void {
    this.looks = looks;
  }

  /** Eye-dome lighting of point clouds; on from the start where a GPU draws. */
  setEyeDomeLighting(isOn: boolean): void {
    this.scene.style.edl = isOn;
  }

  pick(camera: CameraFrame, x: number, y: number): TilePick | null {
    return this.pickAlong(camera, eyeOf(camera), rayDirection(camera, x, y));
  }

  /** What a ray of the site frame meets; `directionEnu` is a unit vector. */
  pickAlong(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3): TilePick | null {
    const ray = this.pickRay(camera, originEnu, directionEnu);
    return pickTiles(this.scene.items, ray, this.geometry, this.shown);
  }

  /** What a ray meets from so many metres on in the finest tiles at the picked points, as far as those have come. */
  pickFinest(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3, from: number): TilePick | null {
    const ray = this.pickRay(camera, originEnu, directionEnu);
    return pickTiles(this.seen?.finest ?? [], { ...ray, near: Math.max(ray.near, from) }, this.geometry, this.shown);
  }

  /** All that lies under a CSS pixel, nearest first, at most `limit`. */
  drill(camera: CameraFrame, x: number, y: number, limit: number): TilePick[] {
    const ray = this.pickRay(camera, eyeOf(camera), rayDirection(camera, x, y));
    return drillTiles(this.scene.items, ray, this.geometry, this.shown, limit);
  }

  /** What of the tiles can be picked. */
  private get shown(): ShownPart {
    return { section: this.section, looks: this.scene.style.features };
  }

  progress(): TilesetProgress {
    return this.active?.progress() ?? NO_PROGRESS;
  }

  /** What is drawn is the newest choice of a layer, and no tile has come or gone since. */
  get isCurrent(): boolean {
    return this.active ? !this.active.isStale && this.held === null : this.options.hasNoLayers;
  }

  get selectedCount(): number {
    return this.scene.items.length;
  }

  /** GPU memory of what is drawn: what the view needs, without what only lies in the cache. */
  get bytesInView(): number {
    return this.scene.items.reduce((sum, { tile }) => sum + tile.bytes, 0);
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
    this.active = this.held = null;
    this.scene.items = [];
    this.geometry.clear();
    this.renderer.destroy();
  }

  private pickRay(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3): PickRay {
    const along = directionEnu.reduce((sum, v, k) => sum + v * camera.direction[k]!, 0);
    return {
      originEnu,
      directionEnu,
      // A ray that does not come from the middle of this view still begins where it begins.
      near: along > 0 ? camera.near / along : 0,
      discSlope: Math.max(this.pointSizePx / 2, POINT_HIDES_PX) / camera.pixelsPerRadian,
      reachSlope: POINT_REACH_PX / camera.pixelsPerRadian,
    };
  }

  /** Gives up tiles of layers that are not seen; where that is too little, the layer chosen before as well. */
  private makeRoom(): void {
    for (const layer of this.layers.values()) if (layer !== this.active && layer !== this.held) layer.evict();
    if (!this.budget.isFull || !this.held) return;
    const { held } = this;
    this.letGo();
    this.isOutdated = true;
    held.evict();
  }

  private noteCoverage(progress: TilesetProgress): void {
    this.isShowable = progress.isCovered || (isDone(progress) && progress.ready > 0);
    // A layer that cannot be had is not made up for by another one.
    if (this.held && (this.isShowable || isDone(progress))) this.letGo();
  }

  private demandsOn(modeltypeId: number): PickDemand[] {
    const { fromEcef } = this.options.frame;
    return this.unrefined.flatMap(({ ray, pointEcef, errorMetres, modeltypeId: layer }) => {
      if (!ray || layer !== modeltypeId) return [];
      const [originEnu, pointEnu] = [transformPoint(fromEcef, ray.origin), transformPoint(fromEcef, pointEcef)];
      return [{ originEnu, pointEnu, directionEnu: transformDirection(fromEcef, ray.direction), reach: errorMetres }];
    });
  }

  private letGo(): void {
    this.held?.rest();
    this.held = null;
    this.options.onSeen();
  }
}

/** Nothing further comes by itself. */
const isDone = ({ loading, underWay, stoppedAtMemoryLimit }: TilesetProgress): boolean =>
  loading === 0 || (stoppedAtMemoryLimit && underWay === 0);

const eyeOf = ({ x, y, z }: CameraFrame): Vec3 => [x, y, z];
