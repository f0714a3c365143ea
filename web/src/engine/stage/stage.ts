/**
 * A stage: one screen on one site. It owns the pose, runs the frames and speaks to the page in ECEF.
 *
 * A frame happens only when something asks for one: input, a tile that arrived, a new size, a setting. In it, in order:
 * controls move the camera · parsed tiles are uploaded within their budget · tiles are selected if the camera or the tree
 * has changed · the base map and deck.gl draw the same pose · listeners hear of it.
 */
import { MEMORY_CAP_MIB, POINT_SIZE_PX, QUALITY_DEFAULT, type QualityKey } from '@overlook/shared/config';
import { type EnuFrame, type Pose, type Vec3, enuFrame, transformPoint } from '@overlook/shared/maths';
import type { Basemap } from '../basemap/basemap.ts';
import { type CameraController, createCameraController } from '../camera/camera-controller.ts';
import { type EnuPose, enuFromPose, isSamePose, poseFromEnu } from '../camera/enu-pose.ts';
import { homePose } from '../camera/home-pose.ts';
import { UnsupportedContent } from '../content/content.ts';
import { type ContentLoader, createContentLoader } from '../content/content-loader.ts';
import { textureSupport } from '../render/texture-support.ts';
import { type CameraFrame, FOV_Y_RAD, cameraFrame, depthRange, rayDirection } from '../view/camera-frame.ts';
import { type DeckCanvas, createDeckCanvas } from './deck-canvas.ts';
import { Emitter } from './emitter.ts';
import { FrameLoop } from './frame-loop.ts';
import { Screen } from './screen.ts';
import { screenSpaceErrorOf } from './screen-space-error.ts';
import { composeJpeg } from './screenshot.ts';
import type {
  PickResult,
  Stage,
  StageEvents,
  StageOptions,
  StageSite,
  StageStats,
  TileProgress,
} from './stage-types.ts';

const FLY_HOME_MS = 1500;
const FLY_MS = 500;
/** A ray that meets no tile falls on the ground plane of the site, up to this far (metres). */
const GROUND_REACH = 30_000;
const MIB = 2 ** 20;

export class SiteStage implements Stage {
  private readonly events = new Emitter<StageEvents>();
  private readonly loop = new FrameLoop((nowMs) => this.frame(nowMs));
  private readonly host: HTMLDivElement;
  private readonly mapHost: HTMLDivElement;
  private readonly controller: CameraController;
  private readonly resizing: ResizeObserver;
  private readonly idleWaiters: (() => void)[] = [];
  private contents: ContentLoader | null = null;
  private canvas: DeckCanvas | null = null;
  private screen: Screen | null = null;
  private basemap: Basemap | null = null;
  private site: StageSite | null = null;
  private frameEnu: EnuFrame = enuFrame({ longitude: 0, latitude: 0, height: 0 });
  private enuPose: EnuPose = homePose(0);
  private drawnPose: EnuPose | null = null;
  private camera: CameraFrame | null = null;
  private layerId: number | null = null;
  private quality: QualityKey = QUALITY_DEFAULT;
  private errorOverridePx: number | null = null;
  private near = 1;
  private globeVisible = true;
  private dirty = true;
  private moving = false;
  private size = { width: 1, height: 1 };
  private lastProgress = '';
  private destroyed = false;

  constructor(private readonly options: StageOptions) {
    const { container } = options;
    this.host = layerElement();
    this.mapHost = layerElement();
    this.host.append(this.mapHost);
    container.prepend(this.host);
    this.controller = createCameraController({
      element: container,
      getPose: () => this.enuPose,
      setPose: (pose) => this.moveTo(pose),
      pickWorld: (x, y) => this.worldUnder(x, y),
      groundHeightEnu: () => 0,
      frame: () => this.frameEnu,
      fovYRad: () => FOV_Y_RAD,
      viewport: () => this.size,
      reducedMotion: () => options.reducedMotion?.() ?? false,
      onInput: () => this.loop.request(),
    });
    this.resizing = new ResizeObserver(() => this.measure());
    this.resizing.observe(container);
    container.addEventListener('pointermove', this.onPointerMove, { passive: true });
    container.addEventListener('pointerleave', this.onPointerLeave, { passive: true });
  }

  /** Makes the WebGL context and, when asked for, the base map. Rejects when the browser has no WebGL 2. */
  async start(): Promise<this> {
    this.measure();
    await this.createCanvas();
    if (this.options.basemapStyleUrl !== undefined) void this.createBasemap(this.options.basemapStyleUrl);
    return this;
  }

  setSite(site: StageSite): void {
    this.site = site;
    this.frameEnu = enuFrame(site.origin);
    this.controller.cancel();
    this.enuPose = this.home();
    this.layerId = null;
    this.openScreen();
    this.refresh();
  }

  setLayer(modeltypeId: number): void {
    this.layerId = modeltypeId;
    this.showLayer();
    this.refresh();
  }

  layer(): number | null {
    return this.layerId;
  }

  pose(): Pose {
    return poseFromEnu(this.enuPose, this.frameEnu);
  }

  setPose(pose: Pose, { animate = false }: { animate?: boolean } = {}): void {
    this.goTo(enuFromPose(pose, this.frameEnu), animate ? FLY_MS : 0);
  }

  flyHome({ animate = true }: { animate?: boolean } = {}): void {
    this.goTo(this.home(), animate ? FLY_HOME_MS : 0);
  }

  setQuality(quality: QualityKey): void {
    this.quality = quality;
    this.refresh();
  }

  setScreenSpaceError(px: number | null): void {
    this.errorOverridePx = px;
    this.refresh();
  }

  setGlobeVisible(visible: boolean): void {
    this.globeVisible = visible;
    this.basemap?.setVisible(visible);
    this.refresh();
  }

  setNear(metres: number): void {
    this.near = metres;
    this.refresh();
  }

  progress(): TileProgress {
    const counts = this.screen?.progress() ?? {
      wanted: 0,
      ready: 0,
      loading: 0,
      failed: 0,
      stoppedAtMemoryLimit: false,
    };
    const settled =
      this.canvas !== null && !this.screen?.isStale && (counts.loading === 0 || counts.stoppedAtMemoryLimit);
    return {
      selected: this.screen?.selectedCount ?? 0,
      loaded: counts.ready,
      wanted: counts.wanted,
      loading: counts.loading,
      failed: counts.failed,
      settled,
      stoppedAtMemoryLimit: counts.stoppedAtMemoryLimit,
      fraction: settled || counts.wanted === 0 ? 1 : counts.ready / counts.wanted,
    };
  }

  retryFailed(): void {
    this.screen?.retryFailed();
    this.loop.request();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.idleWaiters.push(resolve);
      this.loop.request();
    });
  }

  stats(): StageStats {
    const counts = this.screen?.renderer.counts;
    return {
      tilesSelected: this.screen?.selectedCount ?? 0,
      tilesLoaded: this.screen?.loadedCount ?? 0,
      tilesFailed: this.screen?.progress().failed ?? 0,
      triangles: counts?.triangles ?? 0,
      points: counts?.points ?? 0,
      gpuBytes: this.screen?.budget.usedBytes ?? 0,
      frames: this.loop.frames,
      jsMsPerFrame: this.loop.meanMs,
    };
  }

  pick(x: number, y: number): PickResult | null {
    const hit = this.screen && this.camera && this.layerId !== null ? this.screen.pick(this.camera, x, y) : null;
    if (!hit) return null;
    const { featureId, errorMetres } = hit;
    return {
      pointEcef: transformPoint(this.frameEnu.toEcef, hit.pointEnu),
      layer: this.layerId!,
      featureId,
      errorMetres,
    };
  }

  async screenshot(): Promise<Blob> {
    if (!this.canvas) throw new Error('The view is being restored.');
    this.draw();
    const map = this.globeVisible ? (this.basemap?.canvas() ?? null) : null;
    return composeJpeg([map, this.canvas.canvas], getComputedStyle(this.options.container).backgroundColor);
  }

  attributions(): string[] {
    const map = this.globeVisible ? (this.basemap?.attributions() ?? []) : [];
    return [...(this.screen?.attributions() ?? []), ...map];
  }

  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void {
    return this.events.on(event, handler);
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    const { container } = this.options;
    container.removeEventListener('pointermove', this.onPointerMove);
    container.removeEventListener('pointerleave', this.onPointerLeave);
    this.resizing.disconnect();
    this.loop.destroy();
    this.controller.destroy();
    this.closeCanvas();
    this.contents?.destroy();
    this.basemap?.destroy();
    this.host.remove();
    this.events.clear();
    for (const resolve of this.idleWaiters.splice(0)) resolve();
  }

  // ---- frames ----

  private frame(nowMs: number): void {
    this.moving = this.controller.update(nowMs);
    const cameraChanged = this.dirty || !this.drawnPose || !isSamePose(this.drawnPose, this.enuPose);
    if (cameraChanged) this.camera = this.cameraNow();
    const update = this.screen?.update(this.camera!, cameraChanged, this.thresholdPx(), nowMs) ?? {
      redraw: cameraChanged,
      more: false,
    };
    if (update.redraw) this.draw();
    if (cameraChanged && !isSamePoseOrNull(this.drawnPose, this.enuPose)) {
      this.drawnPose = this.enuPose;
      this.events.emit('pose', this.pose());
    }
    this.dirty = false;
    if (this.moving || update.more) this.loop.request();
    this.report();
  }

  private draw(): void {
    if (!this.camera) return;
    const { width, height } = this.size;
    const view = { width, height, fovYRad: FOV_Y_RAD, near: this.camera.near };
    this.basemap?.setPose(this.enuPose, this.frameEnu, view);
    this.screen?.draw(this.camera, POINT_SIZE_PX[this.quality]);
  }

  private report(): void {
    const progress = this.progress();
    const text = JSON.stringify(progress);
    if (text !== this.lastProgress) {
      this.lastProgress = text;
      this.events.emit('progress', progress);
    }
    if (progress.settled && !this.moving && this.idleWaiters.length > 0) {
      const waiters = this.idleWaiters.splice(0);
      void (this.basemap?.loaded() ?? Promise.resolve()).then(() => waiters.forEach((resolve) => resolve()));
    }
  }

  /** Another frame, in which everything is chosen and drawn anew. */
  private refresh(): void {
    this.dirty = true;
    this.loop.request();
  }

  private cameraNow(): CameraFrame {
    const { near, far } = depthRange(Math.abs(this.enuPose.positionEnu[2]), this.near);
    return cameraFrame(this.enuPose, this.size.width, this.size.height, near, far);
  }

  private thresholdPx(): number {
    return this.errorOverridePx ?? screenSpaceErrorOf(this.layerId, this.quality, this.site?.legacy ?? false);
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.options.container;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.size = { width: clientWidth, height: clientHeight };
    this.basemap?.resize();
    this.refresh();
  }

  // ---- camera ----

  private home(): EnuPose {
    return this.site?.homePose ? enuFromPose(this.site.homePose, this.frameEnu) : homePose(0);
  }

  private moveTo(pose: EnuPose): void {
    this.enuPose = pose;
    this.loop.request();
  }

  private goTo(pose: EnuPose, durationMs: number): void {
    if (durationMs > 0) this.controller.flyTo(pose, { durationMs });
    else {
      this.controller.cancel();
      this.moveTo(pose);
    }
    this.loop.request();
  }

  private worldUnder(x: number, y: number): Vec3 | null {
    const camera = this.camera ?? this.cameraNow();
    const hit = this.screen?.pick(camera, x, y);
    if (hit) return hit.pointEnu;
    const direction = rayDirection(camera, x, y);
    const t = -camera.z / direction[2];
    if (!(t > 0 && t < GROUND_REACH)) return null;
    return [camera.x + direction[0] * t, camera.y + direction[1] * t, 0];
  }

  private readonly onPointerMove = (event: PointerEvent): void => {
    if (this.controller.isMoving() || event.buttons !== 0) return;
    this.loop.cursor = [event.offsetX, event.offsetY];
    this.loop.afterFrame(() => this.reportCursor());
  };

  private readonly onPointerLeave = (): void => {
    this.loop.cursor = null;
    this.events.emit('cursor', null);
  };

  private reportCursor(): void {
    const at = this.loop.cursor;
    if (!at || this.destroyed) return;
    const point = this.worldUnder(at[0], at[1]);
    this.events.emit('cursor', point && { pointEcef: transformPoint(this.frameEnu.toEcef, point) });
  }

  // ---- resources ----

  private async createCanvas(): Promise<void> {
    const canvasHost = layerElement();
    this.host.append(canvasHost);
    const { antialias = true, maxPixelRatio = 2, fetchHeaders } = this.options;
    const canvas = await createDeckCanvas({ parent: canvasHost, antialias, maxPixelRatio });
    if (this.destroyed) return canvas.destroy();
    this.canvas = canvas;
    this.contents ??= createContentLoader({
      textureSupport: textureSupport(canvas.gl),
      ...(fetchHeaders ? { fetchHeaders } : {}),
    });
    canvas.canvas.addEventListener('webglcontextlost', () => this.recover(), { once: true });
    this.openScreen();
    this.refresh();
  }

  /** The GPU has gone: everything on it is made anew, on a new canvas. */
  private recover(): void {
    if (this.destroyed) return;
    this.events.emit('contextLost', null);
    this.closeCanvas();
    const again = (delayMs: number): void => {
      setTimeout(() => {
        if (this.destroyed) return;
        this.createCanvas().then(
          () => this.events.emit('contextRestored', null),
          () => again(Math.min(8000, delayMs * 2)),
        );
      }, delayMs);
    };
    again(500);
  }

  private closeCanvas(): void {
    this.screen?.destroy();
    this.screen = null;
    const parent = this.canvas?.canvas.parentElement;
    this.canvas?.destroy();
    this.canvas = null;
    parent?.remove();
  }

  private openScreen(): void {
    this.screen?.destroy();
    this.screen = null;
    if (!this.canvas || !this.contents || !this.site) return;
    this.screen = new Screen({
      canvas: this.canvas,
      contents: this.contents,
      frame: this.frameEnu,
      capBytes: (this.site.memoryCapMib ?? MEMORY_CAP_MIB) * MIB,
      onChange: () => this.loop.request(),
      onError: (url, error, final) =>
        this.events.emit('tileError', {
          url,
          message: error.message,
          final,
          unsupported: error.name === UnsupportedContent.name,
        }),
    });
    this.showLayer();
  }

  private showLayer(): void {
    const layer = this.site?.layers.find(({ modeltypeId }) => modeltypeId === this.layerId);
    if (layer) this.screen?.show(layer.modeltypeId, new URL(layer.url, location.href).href);
    else this.screen?.showNothing();
  }

  private async createBasemap(styleUrl: string | null): Promise<void> {
    const { createMaplibreBasemap } = await import('../basemap/maplibre-basemap.ts');
    if (this.destroyed) return;
    this.basemap = createMaplibreBasemap({
      container: this.mapHost,
      styleUrl,
      groundHeight: () => this.site?.origin.height ?? 0,
    });
    this.basemap.setVisible(this.globeVisible);
    void this.basemap.loaded().then(() => this.refresh());
    this.refresh();
  }
}

const isSamePoseOrNull = (a: EnuPose | null, b: EnuPose): boolean => a !== null && isSamePose(a, b);

function layerElement(): HTMLDivElement {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  return element;
}
