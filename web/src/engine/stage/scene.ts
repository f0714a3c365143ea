/**
 * What a stage holds on the GPU: the deck.gl canvas, the tiles of the site's layers, and their geometry for picking.
 * A lost WebGL context takes all of it away; the stage then makes a new one and the tiles load again.
 */
import { isProjectLayer } from '@overlook/shared/config';
import { type EnuFrame, type Vec3, transformDirection, transformPoint } from '@overlook/shared/maths';
import { GeometryCache } from '../picking/geometry-cache.ts';
import { featureStyleTable, type FeatureStyleTable } from '../render/feature-style.ts';
import type { PickRay } from '../picking/pick-primitive.ts';
import { type ShownPart, type TilePick, drillTiles, pickTiles } from '../picking/pick-tiles.ts';
import { TileRenderer } from '../render/tile-renderer.ts';
import type { TileScene } from '../render/tile-scene-layer.ts';
import type { Tile } from '../tiles/tile.ts';
import { type EnuSection, enuSection } from '../geometry/half-spaces.ts';
import type { SectionVolume } from '../geometry/section-volume.ts';
import type { Unrefined } from '../tools/tool.ts';
import type { PickDemand } from '../tiles/finest-tiles.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import type { TileCache } from '../tiles/tile-cache.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import { NO_PROGRESS, type TilesetProgress } from '../tiles/tileset-view.ts';
import { type CameraFrame, eyeOf, rayDirection, withDepthRange } from '../view/camera-frame.ts';
import type { DeckCanvas } from './deck-canvas.ts';
import type { LayerPick } from './deck-layers.ts';
import type { StageState } from './stage-state.ts';

/** A pick beside a point still counts within this many CSS pixels. */
const POINT_REACH_PX = 6;
/** Points represent a surface: within this many CSS pixels the nearer one hides what shines through beside it. */
const POINT_HIDES_PX = 2.5;

export interface SceneOptions {
  canvas: DeckCanvas;
  /** Where the tiles are: in the context of the canvas. */
  store: TileStore;
  frame: EnuFrame;
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
  /** Drawn on the processor. */
  isSoftware: boolean;
  /** The site has no layer for this person, so that none will be chosen. */
  hasNoLayers: boolean;
  /** Another layer is seen than before. */
  onSeen(): void;
  /** Read for each picture: lighting, section and styles of features. */
  state(): StageState;
}

export class Scene {
  readonly renderer: TileRenderer;
  private readonly drawn: TileScene<Tile>;
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
  /** What is drawn has to be chosen again, although neither camera nor tiles have changed. */
  private isOutdated = false;
  private sectionNow: { readonly volume: SectionVolume | null; readonly enu: EnuSection | null } = NO_SECTION;
  private unrefined: readonly Unrefined[] = [];

  constructor(private readonly options: SceneOptions) {
    const { gl, programs } = options.canvas;
    this.renderer = new TileRenderer(gl, programs);
    this.geometry = new GeometryCache(gl);
    this.drawn = {
      items: [],
      camera: { clipFromEnuAxes: new Float64Array(16), x: 0, y: 0, z: 0 },
      // On the processor the pass costs several times what the points do.
      style: { pointSizePx: 1, pixelRatio: 1, section: null, edl: !options.isSoftware, haze: 0, features: null },
    };
    options.canvas.layers.setTiles(this.renderer, this.drawn);
  }

  /**
   * Goes over to a layer. The one that is seen now stays until the other covers the view, and keeps its tiles after that
   * for as long as memory allows.
   */
  show(modeltypeId: number, url: string): void {
    const seen = this.seen;
    let layer = this.layers.get(modeltypeId);
    if (!layer) {
      const { store, frame, onChange, onError } = this.options;
      layer = new LayerTiles(modeltypeId, { url, frame, store, onChange, onError });
      this.layers.set(modeltypeId, layer);
    }
    if (this.active !== seen) this.active?.deactivate();
    this.active = layer;
    this.held = seen !== layer ? seen : null;
    if (this.seen !== seen) this.options.onSeen();
  }

  showNothing(): void {
    this.active?.deactivate();
    this.held?.deactivate();
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
    const { active, section } = this;
    if (this.drawn.style.section !== section) this.isOutdated = true;
    this.drawn.style.section = section;
    if (!active) {
      const redraw = cameraChanged || this.drawn.items.length > 0;
      this.drawn.items = [];
      return { redraw, more: false };
    }
    if (this.cache.isFull) this.makeRoom();
    const more = this.options.store.resources.scheduler.upload(nowMs);
    const stale = active.isStale;
    const changed = cameraChanged || stale || this.isOutdated;
    this.isOutdated = false;
    if (changed) {
      active.select(camera, thresholdPx, section, this.demandsOn(active.modeltypeId));
      this.held?.select(camera, this.seenThresholdPx, section, null);
      this.noteCoverage(active.progress());
      if (!this.held) this.seenThresholdPx = thresholdPx;
      this.drawn.items = [];
      this.seen!.collect(this.drawn.items);
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
    this.readStyle();
    return this.renderer.isPrepared(this.drawn.items, this.drawn.style, mayAsk);
  }

  /** `haze` is how dense it is over far ground, 0 (none) to 1. */
  draw(camera: CameraFrame, pointSizePx: number, haze: number): void {
    this.drawn.style.haze = haze;
    // How near other layers come is not known.
    const seen = withDepthRange(camera, this.options.canvas.layers.hasAdded ? Infinity : this.nearestMetres);
    this.drawn.camera = seen;
    this.pointSizePx = pointSizePx;
    this.readStyle();
    const pixelRatio = this.options.canvas.pixelRatio();
    this.drawn.style.pointSizePx = pointSizePx * pixelRatio;
    this.drawn.style.pixelRatio = pixelRatio;
    this.options.canvas.draw(seen);
    this.isOpen ||= this.isShowable;
  }

  /** From the camera to the nearest tile that is drawn; Infinity when there is none. */
  private get nearestMetres(): number {
    return this.drawn.items.reduce((nearest, item) => Math.min(nearest, item.distance), Infinity);
  }

  /** The section volume of the state in the site frame, for the tiles and for layers beside them. */
  get section(): EnuSection | null {
    const { section: volume } = this.options.state();
    if (this.sectionNow.volume !== volume) this.sectionNow = { volume, enu: enuSection(volume, this.options.frame) };
    return this.sectionNow.enu;
  }

  private readStyle(): void {
    this.drawn.style.features = this.styles;
    this.drawn.style.edl = this.options.state().isEyeDomeOn ?? !this.options.isSoftware;
  }

  /** How the objects of the Project Layer are drawn; other layers stay as they are. */
  private get styles(): FeatureStyleTable | null {
    const { features } = this.options.state();
    return features && isProjectLayer(this.seenLayerId) ? featureStyleTable(features) : null;
  }

  pick(camera: CameraFrame, x: number, y: number): TilePick | null {
    return this.pickAlong(camera, eyeOf(camera), rayDirection(camera, x, y));
  }

  /** The same without a wait for the GPU: null as long as the geometry for an answer is still on its way. */
  pickAtHand(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3): { pick: TilePick | null } | null {
    const geometries = this.geometry.atHand();
    const ray = this.pickRay(camera, originEnu, directionEnu);
    const pick = pickTiles(this.drawn.items, ray, geometries, this.shown);
    return geometries.isComplete ? { pick } : null;
  }

  /** What a ray of the site frame meets; `directionEnu` is a unit vector. */
  pickAlong(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3): TilePick | null {
    const ray = this.pickRay(camera, originEnu, directionEnu);
    return pickTiles(this.drawn.items, ray, this.geometry, this.shown);
  }

  /** What a ray meets from so many metres on in the finest tiles at the picked points, as far as those have come. */
  pickFinest(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3, from: number): TilePick | null {
    const ray = this.pickRay(camera, originEnu, directionEnu);
    return pickTiles(this.seen?.finest ?? [], { ...ray, near: Math.max(ray.near, from) }, this.geometry, this.shown);
  }

  /** All that is under a CSS pixel, nearest first, at most `limit`. */
  drill(camera: CameraFrame, x: number, y: number, limit: number): TilePick[] {
    const ray = this.pickRay(camera, eyeOf(camera), rayDirection(camera, x, y));
    return drillTiles(this.drawn.items, ray, this.geometry, this.shown, limit);
  }

  /** What lies under a CSS pixel of the layers beside the tiles, nearest first. */
  pickLayers(x: number, y: number, limit: number): LayerPick[] {
    return this.options.canvas.layers.pick(x, y, limit);
  }

  /** What of the tiles can be picked. */
  private get shown(): ShownPart {
    return { section: this.section, styles: this.styles };
  }

  progress(): TilesetProgress {
    return this.active?.progress() ?? NO_PROGRESS;
  }

  /** What is drawn is the newest choice of a layer, and no tile has come or gone since. */
  get isCurrent(): boolean {
    return this.active ? !this.active.isStale && this.held === null : this.options.hasNoLayers;
  }

  /** GPU memory of all tiles of the page, bytes: its screens share them. */
  get usedBytes(): number {
    return this.cache.usedBytes;
  }

  get selectedCount(): number {
    return this.drawn.items.length;
  }

  /** GPU memory of what is drawn: what the view needs, without what only lies in the cache. */
  get bytesInView(): number {
    return this.drawn.items.reduce((sum, { tile }) => sum + tile.bytes, 0);
  }

  get loadedCount(): number {
    let count = 0;
    for (const layer of this.layers.values()) count += layer.loadedCount;
    return count;
  }

  attributions(): string[] {
    const credits = this.drawn.items.flatMap(({ tile }) => tile.gpu.map((content) => content.copyright));
    return [...new Set(credits.filter((credit): credit is string => Boolean(credit)))];
  }

  retryFailed(): void {
    this.active?.retryFailed();
  }

  destroy(): void {
    for (const layer of this.layers.values()) layer.destroy();
    this.layers.clear();
    this.active = this.held = null;
    this.drawn.items = [];
    this.geometry.clear();
    this.renderer.destroy();
  }

  private get cache(): TileCache<Tile> {
    return this.options.store.resources.cache;
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

  /** Where tiles that no screen uses are not enough: gives up the layer chosen before. */
  private makeRoom(): void {
    this.cache.makeRoom();
    if (!this.cache.isFull || !this.held) return;
    this.letGo();
    this.isOutdated = true;
    this.cache.makeRoom();
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
    this.held?.deactivate();
    this.held = null;
    this.options.onSeen();
  }
}

/** Nothing further comes by itself. */
const isDone = ({ loading, underWay, stoppedAtMemoryLimit }: TilesetProgress): boolean =>
  loading === 0 || (stoppedAtMemoryLimit && underWay === 0);

const NO_SECTION = { volume: null, enu: null };
