/**
 * What a stage holds on the GPU: the deck.gl canvas, the tiles of the site's layers, and their geometry for picking. It has
 * two sides, of which the second is empty without a swipe; both are chosen for the whole view, so that the divider moves
 * without loading. A lost WebGL context takes all of it away; the stage then makes a new one and the tiles load again.
 */
import type { Vec3 } from '@overlook/shared/maths';
import { GeometryCache } from '../picking/geometry-cache.ts';
import type { PickRay } from '../picking/pick-primitive.ts';
import { type ShownPart, drillTiles, pickTiles } from '../picking/pick-tiles.ts';
import { TileRenderer } from '../render/tile-renderer.ts';
import type { TileScene } from '../render/tile-scene-layer.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { Unrefined } from '../tools/tool.ts';
import type { TileCache } from '../tiles/tile-cache.ts';
import { sumOfProgress, type TilesetProgress } from '../tiles/tileset-view.ts';
import { type CameraFrame, NO_CAMERA, eyeOf, rayDirection, withDepthRange } from '../view/camera-frame.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { sampledCamera } from '../view/sub-pixel.ts';
import { sideAt, type SwipeSide } from '../view/swipe.ts';
import type { DeckCanvas } from './deck-canvas.ts';
import type { LayerPick } from './deck-layers.ts';
import { bytesOf, creditsOf, nearestMetresOf } from './drawn-items.ts';
import { meetLoaded } from './free-ray.ts';
import { LocalClouds } from './local-clouds.ts';
import { pickDemands } from './pick-demands.ts';
import { pickRayOf } from './pick-ray.ts';
import { PlacedVolumes } from './placed-volumes.ts';
import { ScenePoints, type StagePoints } from './scene-points.ts';
import { pointBudgetOf } from './picture-settings.ts';
import { ScenePasses } from './scene-passes.ts';
import { type ScenePick, pickOn } from './scene-pick.ts';
import { SceneSide, type SceneSideOptions } from './scene-side.ts';
import type { StageState } from './stage-state.ts';

export interface SceneOptions extends Omit<SceneSideOptions, 'pointsMost'> {
  canvas: DeckCanvas;
  /** Drawn on the processor. */
  isSoftware: boolean;
  /** A GPU of those that have shadows only where a person asks for them. */
  isSlow: boolean;
  /** The site has no layer for this person, so that none will be chosen. */
  hasNoLayers: boolean;
  /** Read for each picture: lighting, section, styles of features and the divider. */
  state(): StageState;
}

const SIDES: readonly SwipeSide[] = ['first', 'second'];

export class Scene {
  readonly renderer: TileRenderer;
  /** Another object after each change of the loaded tiles or of the layer that is seen. */
  model: object = {};
  readonly sides: Readonly<Record<SwipeSide, SceneSide>>;
  private readonly drawn: TileScene;
  readonly passes: ScenePasses;
  private readonly geometry: GeometryCache;
  private readonly points: ScenePoints;
  private readonly local: LocalClouds;
  /** What is drawn has to be chosen again, although neither camera nor tiles have changed. */
  private isOutdated = false;
  private readonly volumes: PlacedVolumes;
  /** What the newest selection was made for. */
  private sectionSelected: EnuSection | null = null;
  private unrefined: readonly Unrefined[] = [];

  constructor(private readonly options: SceneOptions) {
    const { gl, programs } = options.canvas;
    this.renderer = new TileRenderer(gl, programs);
    this.geometry = new GeometryCache(gl);
    this.points = new ScenePoints(options.frame, options.state, () => this.drawnItems);
    this.volumes = new PlacedVolumes(options.frame, options.state);
    const { onChange, onSeen } = options;
    const sides = {
      ...options,
      onChange: () => this.changed(onChange),
      onSeen: () => this.changed(onSeen),
      pointsMost: () =>
        pointBudgetOf(options.state().pointBudget, options.isSoftware, this.cache.capBytes) / this.usedSides.length,
    };
    this.local = new LocalClouds(options.store.clouds, options.frame, () => options.state().localClouds);
    this.sides = { first: new SceneSide(sides, this.local), second: new SceneSide(sides, this.local) };
    this.passes = new ScenePasses({
      ...options,
      gl,
      origin: options.frame.origin,
      sides: this.sides,
      pixelRatio: () => options.canvas.pixelRatio(),
      placed: () => ({ section: this.sectionSelected, lit: this.volumes.lit, points: this.points.style() }),
      model: () => this.model,
      onLoaded: () => {
        this.isOutdated = true;
        onChange();
      },
    });
    this.drawn = { passes: [], camera: NO_CAMERA };
    options.canvas.layers.setTiles(this.renderer, this.drawn);
  }

  private changed(tell: () => void): void {
    this.model = {};
    tell();
  }

  /** The side that shows a place of the screen, CSS pixels. */
  sideAt(camera: CameraFrame, place: ScreenXy): SceneSide {
    const { swipe } = this.options.state();
    return this.sides[swipe ? sideAt(swipe, place, camera) : 'first'];
  }

  /** The side on which a layer is seen, or null. */
  sideOf(modeltypeId: number): SceneSide | null {
    return this.usedSides.find(({ seenLayerId }) => seenLayerId === modeltypeId) ?? null;
  }

  /** Model types of the layers that are seen, that of the first side first; one of them may be the one chosen before. */
  get seenLayerIds(): number[] {
    return this.usedSides.flatMap(({ seenLayerId }) => seenLayerId ?? []);
  }

  private get usedSides(): SceneSide[] {
    return SIDES.map((side) => this.sides[side]).filter(({ isUsed }) => isUsed);
  }

  /**
   * Brings the tiles up to date for a camera, each layer for its own screen-space error (CSS pixels). Returns what the frame
   * needs: a redraw, and another frame after it (parsed tiles still wait for their upload).
   */
  update(camera: CameraFrame, cameraChanged: boolean, thresholdPxOf: (layerId: number) => number, nowMs: number) {
    const { section, usedSides } = this;
    if (usedSides.length > 0 && this.cache.isFull) this.makeRoom();
    const more = usedSides.length > 0 && this.options.store.resources.scheduler.upload(nowMs);
    const isStale = usedSides.some((side) => side.isStale);
    const isOther = cameraChanged || this.isOutdated || section !== this.sectionSelected;
    const changed = isOther || isStale;
    this.isOutdated = false;
    this.sectionSelected = section;
    const select = (side: SceneSide) =>
      side.select(camera, thresholdPxOf, section, (id) => pickDemands(this.unrefined, id, this.options.frame));
    const haveChanged = changed ? usedSides.map(select) : [];
    // Without a layer nothing is drawn, but what was closed is freed.
    if (changed && usedSides.length === 0) this.local.items(camera);
    return { redraw: isOther || haveChanged.some(Boolean), more };
  }

  /** Points whose finest tiles are wanted from the next {@link update} on. */
  setUnrefined(places: readonly Unrefined[]): void {
    const isSame = places.length === this.unrefined.length && places.every((place, i) => place === this.unrefined[i]);
    if (isSame) return;
    this.unrefined = places;
    this.isOutdated = true;
  }

  /** Whether the shaders of the next picture can be used without a wait; starts to compile those that cannot. */
  isPrepared(mayAsk: boolean, isOfStill: boolean): boolean {
    return this.renderer.isPrepared(this.passes.of(isOfStill ? 0 : null), mayAsk);
  }

  /** `haze` is how dense it is over far ground, 0 (none) to 1; `sample` the picture of a still. */
  draw(camera: CameraFrame, pointSizePx: number, haze: number, sample: number | null): void {
    Object.assign(this.passes, { haze, pointSizePx, camera });
    const ranged = withDepthRange(
      camera,
      this.options.canvas.layers.hasAdded ? Infinity : nearestMetresOf(this.drawnItems),
    );
    const seen = sampledCamera(ranged, sample, this.options.canvas.pixelRatio());
    this.drawn.camera = seen;
    this.drawn.passes = this.passes.of(sample);
    this.options.canvas.draw(seen, sample);
    for (const side of this.usedSides) side.drew();
  }

  private get drawnItems(): DrawItem<Tile>[] {
    return this.usedSides.flatMap(({ items }) => items);
  }

  /** The section volume of the state in the site frame, for the tiles and for layers beside them. */
  get section(): EnuSection | null {
    return this.volumes.section;
  }

  pick(camera: CameraFrame, x: number, y: number): ScenePick | null {
    return this.pickAlong(camera, this.sideAt(camera, [x, y]), eyeOf(camera), rayDirection(camera, x, y));
  }

  /** What a ray of the site frame meets on a side; `directionEnu` is a unit vector. */
  pickAlong(camera: CameraFrame, side: SceneSide, originEnu: Vec3, directionEnu: Vec3): ScenePick | null {
    const ray = this.pickRay(camera, originEnu, directionEnu);
    return pickOn(side, pickTiles(side.items, ray, this.geometry, this.shownOf(side)));
  }

  /** The same without a wait for the GPU: null as long as the geometry for an answer is still on its way. */
  pickAtHand(
    camera: CameraFrame,
    side: SceneSide,
    originEnu: Vec3,
    directionEnu: Vec3,
  ): { pick: ScenePick | null } | null {
    const geometries = this.geometry.atHand();
    const ray = this.pickRay(camera, originEnu, directionEnu);
    const pick = pickOn(side, pickTiles(side.items, ray, geometries, this.shownOf(side)));
    return geometries.isComplete ? { pick } : null;
  }

  /** What a ray meets from so many metres on in the finest tiles at the picked points, as far as those have come. */
  pickFinest(
    camera: CameraFrame,
    side: SceneSide,
    originEnu: Vec3,
    directionEnu: Vec3,
    from: number,
  ): ScenePick | null {
    const ray = this.pickRay(camera, originEnu, directionEnu);
    const beyond = { ...ray, near: Math.max(ray.near, from) };
    return pickOn(side, pickTiles(side.finest, beyond, this.geometry, this.shownOf(side)));
  }

  /** What a ray that need not come from the camera meets within `lengthM`: {@link meetLoaded}. */
  meetAlong(originEnu: Vec3, directionEnu: Vec3, lengthM: number): { pick: ScenePick | null; isCovered: boolean } {
    const { first } = this.sides;
    const { pick, isCovered } = meetLoaded(first, this.geometry, originEnu, directionEnu, lengthM);
    return { pick: pickOn(first, pick), isCovered };
  }

  /** All that is under a CSS pixel, nearest first, at most `limit`. */
  drill(camera: CameraFrame, x: number, y: number, limit: number): ScenePick[] {
    const side = this.sideAt(camera, [x, y]);
    const ray = this.pickRay(camera, eyeOf(camera), rayDirection(camera, x, y));
    const picks = drillTiles(side.items, ray, this.geometry, this.shownOf(side), limit);
    return picks.flatMap((pick) => pickOn(side, pick) ?? []);
  }

  /** What lies under a CSS pixel of the layers beside the tiles, nearest first. */
  pickLayers(x: number, y: number, limit: number): LayerPick[] {
    return this.options.canvas.layers.pick(x, y, limit);
  }

  /** What of the tiles can be picked. */
  private shownOf(side: SceneSide): ShownPart {
    return { section: this.section, styles: this.passes.featuresOf(side), hiddenClasses: this.points.hiddenClasses() };
  }

  /** What the drawn points are; null where none are drawn. */
  pointStatistics(): StagePoints | null {
    return this.points.statistics();
  }

  /** For a picture with all that the view needs. Answers whether it is to be drawn again. */
  readonly settle = (): boolean => this.points.settle();

  /** Of both sides together. */
  progress(): TilesetProgress {
    return sumOfProgress(this.usedSides.map((side) => side.progress()));
  }

  /** What is drawn is the newest choice of layers, and no tile has come or gone since. */
  get isCurrent(): boolean {
    const hasChosen = this.sides.first.isUsed || this.options.hasNoLayers;
    return hasChosen && !this.passes.isLoading && this.usedSides.every((side) => side.isCurrent);
  }

  /** A picture in which the first side covers the view has been drawn since this screen was made. */
  get isOpen(): boolean {
    return this.sides.first.isOpen;
  }

  /** GPU memory of all tiles of the page, bytes: its screens share them. */
  get usedBytes(): number {
    return this.cache.usedBytes;
  }

  get selectedCount(): number {
    return this.drawnItems.length;
  }

  /** GPU memory of what is drawn, its shadows with it: what the view needs, without what only lies in the cache. */
  get bytesInView(): number {
    return bytesOf(this.drawnItems) + this.passes.bytes;
  }

  get loadedCount(): number {
    // Both sides may have shown the same layer, whose tiles are there once.
    const counts = new Map(SIDES.flatMap((side) => this.sides[side].loadedCounts()));
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  }

  attributions(): string[] {
    return creditsOf(this.drawnItems);
  }

  retryFailed(): void {
    for (const side of this.usedSides) side.retryFailed();
  }

  destroy(): void {
    for (const side of SIDES) this.sides[side].destroy();
    this.drawn.passes = [];
    this.geometry.clear();
    this.local.destroy();
    this.passes.destroy();
    this.renderer.destroy();
  }

  private get cache(): TileCache<Tile> {
    return this.options.store.resources.cache;
  }

  private pickRay(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3): PickRay {
    return pickRayOf(camera, originEnu, directionEnu, this.passes.pointSizePx);
  }

  /** Where tiles that no screen uses are not enough: releases the layers chosen before. */
  private makeRoom(): void {
    this.cache.makeRoom();
    if (!this.cache.isFull) return;
    const hasLetGo = this.usedSides.map((side) => side.letGo()).some(Boolean);
    if (!hasLetGo) return;
    this.isOutdated = true;
    this.cache.makeRoom();
  }
}
