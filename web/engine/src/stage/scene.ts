/**
 * The GPU contents of a stage: the deck.gl canvas, the tiles of the site's layers, and their geometry for picking. It has two
 * sides, of which the second is empty without a swipe; tiles of both are selected for the whole view, so that the divider moves
 * without loading. After the loss of the WebGL context the stage creates a new scene, and the tiles are loaded again.
 */
import { TileRenderer } from '../render/tile-renderer.ts';
import type { TilePass } from '../render/tile-pass.ts';
import { Late } from '../late.ts';
import type { OverlayLayer } from './overlay-layer.ts';
import type { ShownPart, TilePick } from '../picking/pick-tiles.ts';
import type { TileScene } from '../render/tile-scene-layer.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { CaptureKey } from '../tools/capture-key.ts';
import type { Unrefined } from '../tools/tool.ts';
import type { TileCache } from '../tiles/tile-cache.ts';
import { sumOfProgress, type TilesetProgress } from '../tiles/tileset-view.ts';
import { type CameraFrame, NO_CAMERA, withDepthRange, withOrthoDepths } from '../view/camera-frame.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { sampledCamera } from '../view/sub-pixel.ts';
import { sideAt, type SwipeSide } from '../view/swipe.ts';
import type { DeckCanvas } from './deck-canvas.ts';
import type { LayerPick } from './deck-layers.ts';
import { creditsOf, depthsOf, nearestMetresOf } from './drawn-items.ts';
import { OwnFiles } from './own-files.ts';
import { pickDemands } from './pick-demands.ts';
import { PlacedVolumes } from './placed-volumes.ts';
import { ScenePoints, type StagePoints } from './scene-points.ts';
import { pointBudgetOf } from './picture-settings.ts';
import { SceneFades } from './scene-fades.ts';
import { ScenePasses } from './scene-passes.ts';
import { ScenePicker } from './scene-picker.ts';
import { isOn } from './scene-pick.ts';
import { type DemandsOn, SceneSide, type SceneSideOptions } from './scene-side.ts';
import type { StageOverlay, StageState } from './stage-state.ts';

export interface SceneOptions extends Omit<SceneSideOptions, 'pointsMost'> {
  canvas: DeckCanvas;
  /** The GPU has not finished the newest frame. */
  isGpuBusy(): boolean;
  /** Software renderer. */
  isSoftware: boolean;
  /** A GPU on which shadows are drawn only if the user turns them on. */
  isSlow: boolean;
  /** The site has no layer for this user, so that none will be chosen. */
  hasNoLayers: boolean;
  /** Read for each frame: lighting, section, styles of features and the divider. */
  state(): StageState;
}

const SIDES: readonly SwipeSide[] = ['first', 'second'];

export class Scene {
  readonly renderer: TileRenderer;
  readonly picks: ScenePicker;
  /** A new object after each change of the loaded tiles or of the visible layer. */
  model: object = {};
  readonly sides: Readonly<Record<SwipeSide, SceneSide>>;
  readonly fades: SceneFades;
  private readonly drawn: TileScene;
  readonly passes: ScenePasses;
  private readonly points: ScenePoints;
  private readonly own: OwnFiles;
  private readonly overlay: Late<OverlayLayer>;
  /** The tiles must be selected again, although neither camera nor tiles have changed. */
  private isOutdated = false;
  private readonly volumes: PlacedVolumes;
  /** The section of the newest selection. */
  private sectionSelected: EnuSection | null = null;
  private unrefined: readonly Unrefined[] = [];

  constructor(private readonly options: SceneOptions) {
    const { gl, programs } = options.canvas;
    this.renderer = new TileRenderer(gl, programs);
    this.picks = new ScenePicker({
      gl,
      isGpuBusy: options.isGpuBusy,
      sideAt: (camera, place) => this.sideAt(camera, place),
      shownOf: (side) => this.shownOf(side),
      pointSizePx: () => this.passes.pointSizePx,
    });
    this.points = new ScenePoints(options.frame, options.state, () => this.drawnItems);
    this.volumes = new PlacedVolumes(options.frame, options.state);
    const { onChange, onVisibleLayer } = options;
    const sides = {
      ...options,
      onChange: () => this.changed(onChange),
      onVisibleLayer: () => this.changed(onVisibleLayer),
      pointsMost: () => this.pointsMost() / this.usedSides.length,
    };
    this.own = new OwnFiles(sides);
    this.sides = { first: new SceneSide(sides, this.own), second: new SceneSide(sides, this.own) };
    this.overlay = new Late({
      load: async () => {
        const { OverlayLayer: Layer } = await import('./overlay-layer.ts');
        return () => new Layer(sides);
      },
      onSettled: () => {
        this.isOutdated = true;
        onChange();
      },
    });
    this.fades = new SceneFades(this.sides);
    this.passes = new ScenePasses({
      ...options,
      gl,
      origin: options.frame.origin,
      sides: this.sides,
      fades: this.fades,
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

  /** The side at a position on the screen, CSS pixels. */
  sideAt(camera: CameraFrame, place: ScreenXy): SceneSide {
    const { swipe } = this.options.state();
    return this.sides[swipe ? sideAt(swipe, place, camera) : 'first'];
  }

  /** The side on which a capture of a layer is visible, or null. */
  sideOf(layer: CaptureKey): SceneSide | null {
    return this.usedSides.find((side) => isOn(side, layer)) ?? null;
  }

  /** Model types of the visible layers, that of the first side first; during a change this is the previous layer. */
  get visibleLayerIds(): number[] {
    return this.usedSides.flatMap(({ visibleLayerId }) => visibleLayerId ?? []);
  }

  private get usedSides(): SceneSide[] {
    return SIDES.map((side) => this.sides[side]).filter(({ isUsed }) => isUsed);
  }

  /**
   * Updates the tiles for a camera, each layer for its own screen-space error (CSS pixels). Returns what the frame needs: a redraw,
   * and another frame after it (parsed tiles wait for their upload, or levels fade).
   */
  update(
    camera: CameraFrame,
    cameraChanged: boolean,
    thresholdPxOf: (layerId: number) => number,
    nowMs: number,
    mayFade: boolean,
  ) {
    const { section, usedSides } = this;
    if (usedSides.length > 0 && this.cache.isFull) this.makeRoom();
    const more = usedSides.length > 0 && this.options.store.resources.scheduler.upload(nowMs);
    const isStale =
      usedSides.map((side) => side.takeHidden() || side.isStale).some(Boolean) ||
      this.own.isStale ||
      this.overlay.value?.isStale;
    const isOther = cameraChanged || this.isOutdated || section !== this.sectionSelected;
    const changed = isOther || isStale;
    const isCutAnew = section !== this.sectionSelected;
    this.isOutdated = false;
    this.sectionSelected = section;
    const isFading = this.fades.advance(nowMs);
    const demandsOn: DemandsOn = (layer) => pickDemands(this.unrefined, layer, this.options.frame);
    const select = (side: SceneSide) => side.select(camera, thresholdPxOf, section, demandsOn);
    const layerId = usedSides[0]?.visibleLayerId ?? null;
    if (changed) this.own.select(camera, layerId === null ? null : thresholdPxOf(layerId), section);
    const { overlay } = this.options.state();
    if (overlay) this.overlay.want();
    const isOverlayOther = changed && this.overlay.value?.select(overlay, camera, thresholdPxOf, section);
    const haveChanged = changed ? usedSides.map(select) : [];
    // A drawing of edges does not show levels.
    if (changed) this.fades.selected(camera, mayFade && !isCutAnew && this.options.state().edges !== 'drawing');
    const goesOn = more || this.fades.isRunning || usedSides.some((side) => side.goesOn);
    const redraw = isOther || isFading || isOverlayOther || haveChanged.some(Boolean);
    return { redraw, more: goesOn, isFading };
  }

  /** Points whose finest tiles are needed from the next {@link update} on. */
  setUnrefined(places: readonly Unrefined[]): void {
    const isSame = places.length === this.unrefined.length && places.every((place, i) => place === this.unrefined[i]);
    if (isSame) return;
    this.unrefined = places;
    this.isOutdated = true;
  }

  /** Whether the shaders of the next frame are ready; starts the compilation of the others. */
  isPrepared(mayAsk: boolean, isOfStill: boolean): boolean {
    const isReady = () => this.renderer.isPrepared(this.passesOf(isOfStill ? 0 : null), mayAsk);
    // New tiles do not wait for the shaders of a fade.
    return isReady() || (this.fades.end() && isReady());
  }

  /** `haze`: density over distant ground, 0 (none) to 1. `sample`: index of the frame in a still. */
  draw(camera: CameraFrame, pointSizePx: number, haze: number, sample: number | null): void {
    Object.assign(this.passes, { haze, pointSizePx, camera });
    const ranged = this.withDepths(camera);
    const sampled = sampledCamera(ranged, sample, this.options.canvas.pixelRatio());
    this.drawn.camera = sampled;
    this.drawn.passes = this.passesOf(sample);
    this.options.canvas.draw(sampled, sample);
    for (const side of this.usedSides) side.drew();
  }

  /** Depth is as fine as what is drawn allows; nothing is known of added layers. */
  private withDepths(camera: CameraFrame): CameraFrame {
    const { hasAdded } = this.options.canvas.layers;
    if (camera.isOrtho) return withOrthoDepths(camera, hasAdded ? null : depthsOf(this.drawnItems, camera));
    return withDepthRange(camera, hasAdded ? Infinity : nearestMetresOf(this.drawnItems));
  }

  private passesOf(sample: number | null): TilePass[] {
    const passes = this.passes.of(sample);
    const over = this.overlay.value;
    return over && over.items.length > 0 ? over.over(passes, this.passes.overSides(sample)) : passes;
  }

  /** The hit under a CSS pixel on the layer over the sides. */
  pickOverlay(camera: CameraFrame, x: number, y: number): (TilePick & Pick<StageOverlay, 'modeltypeId'>) | null {
    const { overlay } = this.options.state();
    const hit = overlay && this.picks.on(this.overlay.value?.items ?? [], camera, x, y);
    return hit && { ...hit, modeltypeId: overlay.modeltypeId };
  }

  private get drawnItems(): DrawItem<Tile>[] {
    const over = this.overlay.value?.items ?? [];
    return [...this.usedSides.flatMap(({ items }) => items), ...over];
  }

  /** The section volume of the state in the site frame, for tiles and added layers. */
  get section(): EnuSection | null {
    return this.volumes.section;
  }

  /** The hits of added layers under a CSS pixel, nearest first. */
  pickLayers(x: number, y: number, limit: number): LayerPick[] {
    return this.options.canvas.layers.pick(x, y, limit);
  }

  /** The tiles that can be picked. */
  private shownOf(side: SceneSide): ShownPart {
    return { section: this.section, styles: this.passes.featuresOf(side), hiddenClasses: this.points.hiddenClasses() };
  }

  /** Properties of the drawn points; null where none are drawn. */
  pointStatistics(): StagePoints | null {
    return this.points.statistics();
  }

  /** Examines a frame with all tiles that the view needs. Returns true if it must be drawn again. */
  readonly settle = (): boolean => this.points.settle();

  /** Points of the screen. */
  private pointsMost(): number {
    const { isSoftware, state } = this.options;
    return pointBudgetOf(state(), isSoftware, this.cache.capBytes);
  }

  /** Progress of both sides together. */
  progress(): TilesetProgress {
    const parts = [...this.usedSides, this.own, ...(this.overlay.value ? [this.overlay.value] : [])];
    return sumOfProgress(parts.map((part) => part.progress()));
  }

  /** The drawn items are of the newest layers, and their tiles have not changed since. */
  get isCurrent(): boolean {
    const hasChosen = this.sides.first.isUsed || this.options.hasNoLayers;
    const isOverlayCurrent = !this.overlay.isLoading && !this.overlay.value?.isStale;
    return (
      isOverlayCurrent &&
      hasChosen &&
      !this.passes.isLoading &&
      this.usedSides.every((side) => side.isCurrent) &&
      !this.own.isStale
    );
  }

  /** True once a frame has been drawn in which the first side covers the view. */
  get isOpen(): boolean {
    return this.sides.first.isOpen;
  }

  /** GPU memory of all tiles of the page, bytes: its screens share them. */
  get usedBytes(): number {
    return this.cache.usedBytes;
  }

  /** Of a screen, see {@link SceneSide.pointLimit}. */
  get pointLimit(): number | null {
    const isLimiting = this.usedSides.some((side) => side.pointLimit !== null);
    return isLimiting ? this.pointsMost() : null;
  }

  get selectedCount(): number {
    return this.drawnItems.length;
  }

  /** GPU memory of the drawn tiles and their shadow maps: what the view needs, without cached tiles. */
  get bytesInView(): number {
    return this.usedSides.reduce((sum, { bytes }) => sum + bytes, this.passes.bytes);
  }

  get loadedCount(): number {
    // Both sides may have shown the same layer, whose tiles exist once.
    const counts = new Map(SIDES.flatMap((side) => this.sides[side].loadedCounts()));
    return [...counts.values()].reduce((sum, count) => sum + count, this.own.loadedCount);
  }

  attributions(): string[] {
    return creditsOf(this.drawnItems);
  }

  retryFailed(): void {
    for (const side of this.usedSides) side.retryFailed();
    this.own.retryFailed();
    this.overlay.value?.retryFailed();
  }

  destroy(): void {
    for (const side of SIDES) this.sides[side].destroy();
    this.drawn.passes = [];
    this.picks.clear();
    this.own.destroy();
    this.overlay.dispose()?.destroy();
    this.passes.destroy();
    this.renderer.destroy();
  }

  private get cache(): TileCache<Tile> {
    return this.options.store.resources.cache;
  }

  /** Called when the release of unused tiles is not enough: releases the previous layers. */
  private makeRoom(): void {
    this.cache.makeRoom();
    if (!this.cache.isFull) return;
    const hasLetGo = this.usedSides.map((side) => side.letGo()).some(Boolean);
    if (!hasLetGo) return;
    this.isOutdated = true;
    this.cache.makeRoom();
  }
}
