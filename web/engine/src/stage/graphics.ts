/**
 * The graphics of a stage: the base map, the WebGL canvas above it, and the tiles in that. After a lost context everything on the
 * GPU is created again; meanwhile the `scene` is null.
 */
import { MEMORY_CAP_MIB } from '@overlook/shared/config';
import { type EnuFrame, enuFrame } from '@overlook/shared/maths';
import type { Basemap } from '../basemap/basemap.ts';
import { canShowMap, mapPose } from '../basemap/plan-pose.ts';
import { HorizonHaze } from '../basemap/horizon-haze.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { hasWebGl2, rendererName, rendersInSoftware } from '../render/software-renderer.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { DeckCanvas } from './deck-canvas.ts';
import { type PageResources, acquirePageResources } from './page-resources.ts';
import type { StageQuality } from './quality/stage-quality.ts';
import { hasNoShadowsFrom, isSmoothedFrom, type LearntQuality, startStep } from './quality/start-step.ts';
import { FirstPicture } from './first-picture.ts';
import type { GraphicsEvents } from './graphics-events.ts';
import { layerElement } from './layer-element.ts';
import { LateAreas } from './late-areas.ts';
import type { LateMap } from './late-map.ts';
import { LatePhotos } from './late-photos.ts';
import { Scene } from './scene.ts';
import { StageLayers } from './stage-layers.ts';
import type { Painter } from './page-ground.ts';
import { isGlobeShown, type StageState } from './stage-state.ts';
import { layerToDraw, type StageSite } from './stage-site.ts';
import type { QualityReport, StageOptions, TileProgress } from './stage-types.ts';

const MAX_PIXEL_RATIO = 2;
const RECOVERY_FIRST_MS = 500;
const RECOVERY_LONGEST_MS = 8000;

export class Graphics {
  scene: Scene | null = null;
  frame: EnuFrame = enuFrame({ longitude: 0, latitude: 0, height: 0 });
  /** Added layers, which are kept when sites and contexts change. */
  readonly layers: StageLayers;
  readonly areas: LateAreas;
  readonly photos: LatePhotos;
  private readonly host = layerElement();
  private readonly mapHost = layerElement();
  private readonly haze = new HorizonHaze();
  private readonly page: PageResources;
  private store: TileStore | null = null;
  private canvas: DeckCanvas | null = null;
  private canvasHost: HTMLElement | null = null;
  private lateMap: LateMap | null = null;
  private readonly firstPicture = new FirstPicture();
  private destroyed = false;
  private pose: EnuPose | null = null;
  private reduced: StageQuality['reduced'] = { mapPixelRatioFactor: 1, hasEffects: true, hasShadows: true };

  constructor(
    private readonly options: StageOptions,
    private readonly state: () => StageState,
    private readonly events: GraphicsEvents,
  ) {
    this.page = acquirePageResources(this, options);
    const { onChange } = events;
    const layers = new StageLayers(onChange);
    const frame = () => this.frame;
    this.layers = layers;
    this.areas = new LateAreas({ layers, frame, firstPicture: this.firstPicture.over, onChange });
    const headers = () => options.fetchHeaders?.() ?? {};
    this.photos = new LatePhotos({ layers, frame, headers, onChange }, state);
    // MapLibre declares itself a region of the page; here it is the background of an image.
    this.mapHost.inert = true;
    this.host.append(this.mapHost);
    if (options.basemapStyleUrl !== undefined) this.host.append(this.haze.element);
    options.container.prepend(this.host);
  }

  /** Rejects if the browser has no WebGL 2. */
  async start(): Promise<void> {
    if (!(await hasWebGl2())) throw new Error('This browser offers no WebGL 2.');
    await this.createCanvas();
    void this.createMap();
  }

  private get basemap(): Basemap | null {
    return this.lateMap?.map ?? null;
  }

  get isReady(): boolean {
    const isLoading = this.areas.isLoading || this.photos.isLoading || this.lateMap?.isLoading;
    return this.canvas !== null && !isLoading;
  }

  get gl(): WebGL2RenderingContext | null {
    return this.canvas?.gl ?? null;
  }

  openSite(site: StageSite): void {
    this.frame = enuFrame(site.origin);
    this.firstPicture.siteOpened(site.layers.length > 0);
    this.basemap?.setPlan(site.plan ?? null);
    this.openScreen();
  }

  noteProgress({ failed, loaded }: TileProgress): void {
    if (failed > 0 && loaded === 0) this.firstPicture.failed();
  }

  /** Applies changes of the state that are not read from it for each frame. */
  stateChanged(changed: ReadonlySet<keyof StageState>): void {
    if (changed.has('layerId') || changed.has('capture') || changed.has('swipe')) this.showLayers();
    // The cap of a site may differ between qualities.
    if (changed.has('quality')) this.askForMemory();
    if (changed.has('areas')) this.areas.show(this.state().areas);
    this.photos.stateChanged(changed);
    this.showGlobe();
  }

  private showLayers(): void {
    if (!this.scene) return;
    const { site, layerId, capture, swipe } = this.state();
    const { first, second } = this.scene.sides;
    for (const [side, layer] of [
      [first, layerToDraw(site, layerId, capture)],
      [second, layerToDraw(site, swipe?.secondLayerId ?? null, swipe?.secondCapture ?? null)],
    ] as const)
      if (layer) side.show(layer);
      else side.showNothing();
  }

  private showGlobe(): void {
    this.lateMap?.setVisible(this.isGlobeShown);
    this.haze.setVisible(this.isGlobeShown);
  }

  /** Without a scene, such as after a lost context, the chosen layers count as visible. */
  private get isGlobeShown(): boolean {
    const state = this.state();
    const chosen = [state.layerId, state.swipe?.secondLayerId].filter((id) => typeof id === 'number');
    return (!this.pose || canShowMap(this.pose)) && isGlobeShown(state, this.scene?.visibleLayerIds ?? chosen);
  }

  resize(): void {
    this.basemap?.resize();
  }

  /** The base map first, so that both canvases show the same pose in the same frame. */
  draw(camera: CameraFrame, pose: EnuPose, pointSizePx: number): void {
    const { widthPx: width, heightPx: height, near, fovYRad } = camera;
    this.pose = pose;
    this.showGlobe();
    this.basemap?.setPose(mapPose(pose, fovYRad), this.frame, { width, height, near: Math.max(0, near), fovYRad });
    this.photos.place(camera, this.scene?.section ?? null);
    if (this.canvas && this.scene) this.layers.show(this.canvas.layers, this.frame, this.scene.section);
    this.scene?.draw(camera, pointSizePx, this.haze.density(camera), null);
    if (this.scene?.isOpen) this.firstPicture.drawn();
    // After deck.gl, which reads the size of its container: an earlier style change would force a layout.
    this.haze.setCamera(camera);
  }

  /** Draws the models again as frame `sample` of a still, after a {@link draw} without other changes since. */
  drawStill(camera: CameraFrame, pointSizePx: number, sample: number): void {
    this.scene?.draw(camera, pointSizePx, this.haze.density(camera), sample);
  }

  /** Presents the still in its current state, for {@link capture} in the same task. */
  showStill(): void {
    this.canvas?.showStill();
  }

  get canRefine(): boolean {
    return this.canvas?.canRefine ?? false;
  }

  /** Whether a frame can be drawn without a wait for shaders; it `mayAsk` the driver while the GPU is idle. */
  readonly isPrepared = (mayAsk: boolean, isOfStill = false): boolean =>
    this.scene?.isPrepared(mayAsk, isOfStill) ?? true;

  /** Whether added layers need a redraw, and whether they are loading or in transition. */
  layersNeed(): { redraw: boolean; more: boolean } {
    return this.canvas?.layers.needs() ?? { redraw: false, more: false };
  }

  /** Draws only the base map with its new data. */
  drawMapNews(): void {
    this.basemap?.drawNews();
  }

  /** Resolves when the base map has drawn all data of the view. */
  readonly mapLoaded = (): Promise<void> => this.basemap?.loaded() ?? Promise.resolve();

  /** Device pixels per CSS pixel, without the governor. */
  get fullPixelRatio(): number {
    return Math.min(devicePixelRatio || 1, this.options.maxPixelRatio ?? MAX_PIXEL_RATIO);
  }

  /** Call it before the next frame. `reduced`: effects that the frame leaves out. */
  setQuality(pixelRatio: number, reduced: StageQuality['reduced']): void {
    this.reduced = reduced;
    this.canvas?.setPixelRatio(pixelRatio);
    this.lateMap?.setDetail(reduced.mapPixelRatioFactor);
    if (this.scene) this.scene.passes.reduced = reduced;
  }

  /** The kind of this GPU, and the reduction of quality from the first movement on. */
  get learnt(): LearntQuality {
    const gpu = rendererName();
    return { gpu, step: startStep(gpu, this.options.learnt ?? null) };
  }

  /** GPU memory that the view needs, and that is available, bytes. */
  get memory(): QualityReport['memory'] {
    const { cache, lostContexts } = this.page;
    return { neededBytes: this.scene?.bytesInView ?? 0, capBytes: cache.capBytes, lostContexts };
  }

  /** Returns what `draw` draws, with `marks` over it, as a JPEG. A canvas can only be read in the task in which it was drawn. */
  async capture(draw: () => void, marks: readonly HTMLCanvasElement[]): Promise<Blob> {
    const compose = await import('./screenshot.ts');
    draw();
    if (!this.canvas) throw new Error('The view is being restored.');
    const map = this.isGlobeShown ? (this.basemap?.canvas() ?? null) : null;
    const air: Painter = (...to) => (this.basemap?.paintOver(...to), this.haze.paint(...to, this.fullPixelRatio));
    const { swipe } = this.state();
    const divider = swipe && compose.dividerPainter(swipe, this.fullPixelRatio);
    const credits = compose.creditPainter(this.attributions());
    return compose.composeJpeg(
      [map, map && air, this.canvas.picture(), ...marks, divider, credits],
      this.options.container,
    );
  }

  attributions(): string[] {
    const map = this.isGlobeShown ? (this.basemap?.attributions() ?? []) : [];
    return [...(this.scene?.attributions() ?? []), ...map];
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.areas.destroy();
    this.photos.destroy();
    this.layers.clear();
    this.closeCanvas();
    this.page.release(this);
    this.lateMap?.destroy();
    this.host.remove();
  }

  private async createCanvas(): Promise<void> {
    const parent = layerElement();
    if (this.destroyed) return;
    this.host.append(parent);
    const { antialias = this.isSmoothed } = this.options;
    const onLost = () => this.recover();
    const { canvas, store } = await this.page.openCanvas(this, {
      parent,
      antialias,
      pixelRatio: this.fullPixelRatio,
      redraw: () => this.events.onRedraw(),
      onLost,
      onLayerError: (layerId, error) => this.layers.failed(layerId, error),
      onError: reportError,
    });
    if (this.destroyed) return canvas.destroy();
    this.canvas = canvas;
    this.canvasHost = parent;
    this.store = store;
    this.openScreen();
    this.events.onChange();
  }

  private get isSmoothed(): boolean {
    return !rendersInSoftware() && isSmoothedFrom(this.learnt.step);
  }

  private recover(): void {
    if (this.destroyed) return;
    this.events.onContextLost();
    this.closeCanvas();
    this.tryAgain(RECOVERY_FIRST_MS);
  }

  private tryAgain(delayMs: number): void {
    setTimeout(() => {
      if (this.destroyed) return;
      this.createCanvas().then(
        () => this.events.onContextRestored(),
        () => this.tryAgain(Math.min(RECOVERY_LONGEST_MS, delayMs * 2)),
      );
    }, delayMs);
  }

  private closeCanvas(): void {
    this.scene?.destroy();
    this.scene = this.store = null;
    this.canvas?.destroy();
    this.canvas = null;
    this.canvasHost?.remove();
    this.canvasHost = null;
  }

  private askForMemory(): void {
    const { site, quality } = this.state();
    this.page.askFor(this, site?.quality?.memoryCapMib[quality] ?? MEMORY_CAP_MIB);
  }

  private openScreen(): void {
    this.scene?.destroy();
    this.scene = null;
    const { site } = this.state();
    if (!this.canvas || !this.store || !site) return;
    this.askForMemory();
    this.scene = new Scene({
      canvas: this.canvas,
      store: this.store,
      frame: this.frame,
      isGpuBusy: () => this.events.isGpuBusy(),
      onChange: () => this.events.onTiles(),
      onError: (url, error, final) => this.events.onTileError(url, error, final),
      onVisibleLayer: () => this.events.onVisibleLayer(),
      isSoftware: rendersInSoftware(),
      isSlow: hasNoShadowsFrom(this.learnt.step),
      hasNoLayers: site.layers.length === 0,
      state: this.state,
    });
    this.scene.passes.reduced = this.reduced;
    this.showLayers();
  }

  private async createMap(): Promise<void> {
    const { basemapStyleUrl: styleUrl, fetchHeaders } = this.options;
    if (styleUrl === undefined) return;
    const { LateMap: StageMap } = await import('./late-map.ts');
    if (this.destroyed) return;
    const { mapHost: container, isSmoothed: antialias, state } = this;
    const { onMapNews: onNews, onChange } = this.events;
    const { over: firstPicture } = this.firstPicture;
    this.lateMap = new StageMap({
      container,
      styleUrl,
      fetchHeaders,
      antialias,
      state,
      firstPicture,
      onNews,
      onChange,
    });
    this.lateMap.setDetail(this.reduced.mapPixelRatioFactor);
    this.showGlobe();
  }
}
