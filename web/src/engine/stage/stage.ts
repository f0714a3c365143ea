/**
 * A stage: one screen on one site. It owns the pose, runs the frames and speaks to the page in ECEF.
 *
 * A frame happens only when something asks for one: input, a tile that arrived, a new size, a setting. In it, in order:
 * controls move the camera · parsed tiles are uploaded within their budget · tiles are selected if the camera or the tree
 * has changed · the base map and deck.gl draw the same pose · listeners hear of it.
 */
import { POINT_SIZE_PX, QUALITY_DEFAULT, type QualityKey } from '@overlook/shared/config';
import { type Pose, type Vec3, transformPoint } from '@overlook/shared/maths';
import { type CameraController, createCameraController } from '../camera/camera-controller.ts';
import { type EnuPose, enuFromPose, isSamePose, poseFromEnu } from '../camera/enu-pose.ts';
import { homePose } from '../camera/home-pose.ts';
import { UnsupportedContent } from '../content/content.ts';
import { type CameraFrame, FOV_Y_RAD, cameraFrame, depthRange, rayDirection } from '../view/camera-frame.ts';
import { CursorWatch } from './cursor-watch.ts';
import { DrawPacer } from './draw-pacer.ts';
import { Emitter } from './emitter.ts';
import { FrameLoop } from './frame-loop.ts';
import { Graphics } from './graphics.ts';
import { progressOf } from './progress.ts';
import { screenSpaceErrorOf } from './screen-space-error.ts';
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

export class SiteStage implements Stage {
  private readonly events = new Emitter<StageEvents>();
  private readonly loop = new FrameLoop((nowMs) => this.frame(nowMs));
  private readonly graphics: Graphics;
  private readonly controller: CameraController;
  private readonly cursor: CursorWatch;
  private readonly resizing: ResizeObserver;
  private readonly idleWaiters: (() => void)[] = [];
  private site: StageSite | null = null;
  private enuPose: EnuPose = homePose(0);
  private drawnPose: EnuPose | null = null;
  private camera: CameraFrame;
  private layerId: number | null = null;
  private quality: QualityKey = QUALITY_DEFAULT;
  private errorOverridePx: number | null = null;
  private pointSizePx: number | null = null;
  private near = 1;
  private readonly pacer = new DrawPacer();
  private dirty = true;
  /** Tiles have come or gone since the newest picture. */
  private undrawn = false;
  private moving = false;
  private size = { width: 1, height: 1 };
  private lastProgress = '';
  private destroyed = false;

  constructor(private readonly options: StageOptions) {
    const { container } = options;
    this.camera = this.cameraNow();
    this.graphics = new Graphics(options, {
      onChange: () => this.refresh(),
      onTiles: () => this.loop.request(),
      onTileError: (url, error, final) => this.reportTileError(url, error, final),
      onContextLost: () => this.events.emit('contextLost', null),
      onContextRestored: () => this.events.emit('contextRestored', null),
    });
    this.controller = createCameraController({
      element: container,
      getPose: () => this.enuPose,
      setPose: (pose) => this.moveTo(pose),
      pickWorld: (x, y) => this.worldUnder(x, y),
      groundHeightEnu: () => 0,
      frame: () => this.graphics.frame,
      fovYRad: () => FOV_Y_RAD,
      viewport: () => this.size,
      reducedMotion: () => options.reducedMotion?.() ?? false,
      onInput: () => this.loop.request(),
    });
    this.cursor = new CursorWatch(container, (at) => this.reportCursor(at));
    this.resizing = new ResizeObserver(() => this.measure());
    this.resizing.observe(container);
  }

  /** Makes the WebGL context and, when asked for, the base map. Rejects when the browser has no WebGL 2. */
  async start(): Promise<this> {
    this.measure();
    await this.graphics.start();
    return this;
  }

  setSite(site: StageSite): void {
    this.site = site;
    this.layerId = null;
    this.graphics.openSite(site);
    this.controller.cancel();
    this.enuPose = this.home();
    this.refresh();
  }

  setLayer(modeltypeId: number): void {
    this.layerId = modeltypeId;
    this.graphics.show(modeltypeId);
    this.refresh();
  }

  layer(): number | null {
    return this.layerId;
  }

  pose(): Pose {
    return poseFromEnu(this.enuPose, this.graphics.frame);
  }

  setPose(pose: Pose, { animate = false }: { animate?: boolean } = {}): void {
    this.goTo(enuFromPose(pose, this.graphics.frame), animate ? FLY_MS : 0);
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

  setPointSize(px: number | null): void {
    this.pointSizePx = px;
    this.refresh();
  }

  setGlobeVisible(visible: boolean): void {
    this.graphics.setGlobeVisible(visible);
    this.refresh();
  }

  setNear(metres: number): void {
    this.near = metres;
    this.refresh();
  }

  progress(): TileProgress {
    return progressOf(this.graphics.isReady && !this.undrawn, this.graphics.screen);
  }

  retryFailed(): void {
    this.graphics.screen?.retryFailed();
    this.loop.request();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.idleWaiters.push(resolve);
      this.loop.request();
    });
  }

  stats(): StageStats {
    const { screen } = this.graphics;
    return {
      tilesSelected: screen?.selectedCount ?? 0,
      tilesLoaded: screen?.loadedCount ?? 0,
      tilesFailed: screen?.progress().failed ?? 0,
      triangles: screen?.renderer.counts.triangles ?? 0,
      points: screen?.renderer.counts.points ?? 0,
      gpuBytes: screen?.budget.usedBytes ?? 0,
      frames: this.loop.frames,
      jsMsPerFrame: this.loop.meanMs,
    };
  }

  pick(x: number, y: number): PickResult | null {
    const { screen, frame } = this.graphics;
    const hit = this.layerId === null ? null : screen?.pick(this.camera, x, y);
    if (!hit) return null;
    const { featureId, errorMetres } = hit;
    return { pointEcef: transformPoint(frame.toEcef, hit.pointEnu), layer: this.layerId!, featureId, errorMetres };
  }

  async screenshot(): Promise<Blob> {
    this.draw(performance.now());
    return this.graphics.capture();
  }

  attributions(): string[] {
    return this.graphics.attributions();
  }

  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void {
    return this.events.on(event, handler);
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.resizing.disconnect();
    this.cursor.destroy();
    this.loop.destroy();
    this.controller.destroy();
    this.graphics.destroy();
    this.events.clear();
    for (const resolve of this.idleWaiters.splice(0)) resolve();
  }

  private frame(nowMs: number): void {
    this.moving = this.controller.update(nowMs);
    const moved = !this.drawnPose || !isSamePose(this.drawnPose, this.enuPose);
    const changed = this.dirty || moved;
    this.dirty = false;
    if (changed) this.camera = this.cameraNow();
    const update = this.graphics.screen?.update(this.camera, changed, this.thresholdPx(), nowMs);
    this.undrawn ||= changed || update?.redraw === true;
    if (this.undrawn && (changed || this.pacer.mayDraw(nowMs))) this.draw(nowMs);
    if (moved) {
      this.drawnPose = this.enuPose;
      this.events.emit('pose', this.pose());
    }
    if (this.moving || update?.more || this.undrawn) this.loop.request();
    this.reportProgress();
  }

  private draw(nowMs: number): void {
    this.undrawn = false;
    this.graphics.draw(this.camera, this.enuPose, this.pointSizePx ?? POINT_SIZE_PX[this.quality]);
    this.pacer.drew(nowMs, this.graphics.gl);
    this.events.emit('drawn', null);
  }

  /** Another frame, in which everything is chosen and drawn anew. */
  private refresh(): void {
    this.dirty = true;
    this.loop.request();
  }

  private reportProgress(): void {
    const progress = this.progress();
    const text = Object.values(progress).join();
    if (text !== this.lastProgress) {
      this.lastProgress = text;
      this.events.emit('progress', progress);
    }
    if (!progress.settled || this.moving || this.idleWaiters.length === 0) return;
    const waiters = this.idleWaiters.splice(0);
    void this.graphics.mapLoaded().then(() => waiters.forEach((resolve) => resolve()));
  }

  private reportTileError(url: string, error: Error, final: boolean): void {
    const unsupported = error.name === new UnsupportedContent('').name;
    this.events.emit('tileError', { url, message: error.message, final, unsupported });
  }

  private reportCursor(at: [number, number] | null): void {
    const point = at && !this.controller.isMoving() ? this.worldUnder(at[0], at[1]) : null;
    const { toEcef } = this.graphics.frame;
    this.events.emit('cursor', point && { pointEcef: transformPoint(toEcef, point) });
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
    this.graphics.resize();
    this.refresh();
  }

  private home(): EnuPose {
    return this.site?.homePose ? enuFromPose(this.site.homePose, this.graphics.frame) : homePose(0);
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
    const { camera } = this;
    const hit = this.graphics.screen?.pick(camera, x, y);
    if (hit) return hit.pointEnu;
    const direction = rayDirection(camera, x, y);
    const t = -camera.z / direction[2];
    if (!(t > 0 && t < GROUND_REACH)) return null;
    return [camera.x + direction[0] * t, camera.y + direction[1] * t, 0];
  }
}
