/**
 * A stage: one screen on one site. It runs the frames and speaks to the page in ECEF.
 *
 * A frame happens only when something asks for one: input, a tile that arrived, a new size, a setting. In it, in order:
 * controls move the camera · parsed tiles are uploaded within their budget · tiles are selected if the camera or the tree
 * has changed · the base map, deck.gl and the marks draw the same pose · listeners hear of it.
 */
import type { QualityKey } from '@overlook/shared/config';
import type { Pose, Vec3 } from '@overlook/shared/maths';
import { type EnuPose, isSamePose } from '../camera/enu-pose.ts';
import { type FeatureRules, featureLooks } from '../looks/feature-looks.ts';
import type { BoxMode } from '../section/box-handles.ts';
import type { SectionVolume } from '../section/section-volume.ts';
import type { StageTool } from '../tools/tool.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { CursorWatch } from './cursor-watch.ts';
import { DrawPacer } from './draw-pacer.ts';
import { Emitter } from './emitter.ts';
import { FrameLoop } from './frame-loop.ts';
import { Graphics } from './graphics.ts';
import { IdleWaiters } from './idle-waiters.ts';
import { progressOf, statsOf } from './progress.ts';
import { checkScreenSpaceError } from './screen-space-error.ts';
import { Sight } from './sight.ts';
import { FLY_HOME_MS, FLY_MS, StageCamera } from './stage-camera.ts';
import { StageMarks } from './stage-marks.ts';
import { StageQuality } from './stage-quality.ts';
import { StageReports } from './stage-reports.ts';
import type {
  PickResult,
  QualityReport,
  Stage,
  StageEvents,
  StageOptions,
  StageSite,
  StageStats,
  TileProgress,
} from './stage-types.ts';

const NOTHING = { hit: null, pointEcef: null };

export class SiteStage implements Stage {
  private readonly events = new Emitter<StageEvents>();
  private readonly reports = new StageReports(this.events);
  private readonly loop = new FrameLoop((nowMs) => this.frame(nowMs));
  private readonly pacer = new DrawPacer();
  private readonly graphics: Graphics;
  private readonly camera: StageCamera;
  private readonly marks: StageMarks;
  private readonly quality: StageQuality;
  private readonly sight: Sight;
  private readonly cursor: CursorWatch;
  private readonly resizing: ResizeObserver;
  private readonly waiters = new IdleWaiters();
  private site: StageSite | null = null;
  private layerId: number | null = null;
  private sizePx = { width: 1, height: 1 };
  /** Without a size there is nothing to draw on; everything waits until there is one again. */
  private isHidden = false;
  private view: CameraFrame;
  private drawnPose: EnuPose | null = null;
  private dirty = true;
  /** Tiles have come or gone since the newest picture. */
  private undrawn = false;
  private moving = false;

  constructor(private readonly options: StageOptions) {
    const { container } = options;
    const request = () => this.loop.request();
    this.graphics = new Graphics(options, {
      onChange: () => this.refresh(),
      onTiles: request,
      onTileError: (url, error, final) => this.reports.tileError(url, error, final),
      onContextLost: () => this.events.emit('contextLost', null),
      onContextRestored: () => this.events.emit('contextRestored', null),
    });
    this.camera = new StageCamera(() => this.graphics.frame, {
      element: container,
      pickWorld: (x, y) => this.sight.worldUnder(x, y),
      viewport: () => this.sizePx,
      reducedMotion: () => options.reducedMotion?.() ?? false,
      preset: () => options.preset?.() ?? 'map',
      onInput: request,
      onTap: (x, y) => this.tap(x, y),
    });
    this.view = this.camera.frameFor(this.sizePx);
    this.sight = new Sight(() => ({
      camera: this.view,
      frame: this.graphics.frame,
      screen: this.graphics.screen,
      layerId: this.layerId,
    }));
    this.marks = new StageMarks({
      container,
      sight: this.sight,
      onSectionBox: (box) => this.events.emit('sectionBox', box),
      onChange: request,
    });
    this.quality = new StageQuality(
      () => ({
        layerId: this.layerId,
        site: this.site?.quality ?? null,
        isMoving: this.camera.isMoving,
        fullPixelRatio: this.graphics.fullPixelRatio,
        memory: this.graphics.memory,
      }),
      () => this.applyQuality(),
    );
    this.cursor = new CursorWatch(container, (at) => this.reportCursor(at));
    this.resizing = new ResizeObserver(() => this.measure());
    this.resizing.observe(container);
  }

  /** Makes the WebGL context and, when asked for, the base map. Rejects when the browser has no WebGL 2. */
  async start(): Promise<this> {
    this.measure();
    await this.graphics.start();
    this.measure();
    return this;
  }

  setSite(site: StageSite, { animate = false }: { animate?: boolean } = {}): void {
    const from = this.site && animate ? this.pose() : null;
    this.site = site;
    this.layerId = null;
    this.graphics.openSite(site);
    this.reports.forgetRest();
    this.camera.openSite(site.homePose, from);
    this.refresh();
  }

  setLayer(modeltypeId: number): void {
    this.layerId = modeltypeId;
    this.graphics.show(modeltypeId);
    this.marks.modelChanged();
    this.refresh();
  }

  readonly layer = (): number | null => this.layerId;

  pose(): Pose {
    return this.camera.pose;
  }

  setPose(pose: Pose, { animate = false }: { animate?: boolean } = {}): void {
    this.camera.goToPose(pose, animate ? FLY_MS : 0);
  }

  flyTo(pointEcef: Vec3, distanceMetres: number): void {
    this.camera.lookAt(pointEcef, distanceMetres);
  }

  flyHome({ animate = true }: { animate?: boolean } = {}): void {
    this.camera.goHome(animate ? FLY_HOME_MS : 0);
  }

  readonly size = (): { width: number; height: number } => this.sizePx;

  setQuality(quality: QualityKey): void {
    this.quality.quality = quality;
    this.graphics.setQuality(quality);
    this.refresh();
  }

  setScreenSpaceError(px: number | null): void {
    checkScreenSpaceError(px);
    this.quality.errorOverridePx = px;
    this.refresh();
  }

  setPointSize(px: number | null): void {
    this.quality.pointSizeOverridePx = px;
    this.refresh();
  }

  setEyeDomeLighting(isOn: boolean | null): void {
    this.graphics.setEyeDomeLighting(isOn);
    this.refresh();
  }

  setGlobeVisible(visible: boolean): void {
    this.graphics.setGlobeVisible(visible);
    this.refresh();
  }

  setNear(metres: number): void {
    this.camera.cut = metres;
    this.refresh();
  }

  progress(): TileProgress {
    return progressOf(this.graphics.isReady && !this.undrawn, this.graphics.screen);
  }

  readonly qualityReport = (): QualityReport => this.quality.report();

  retryFailed(): void {
    this.graphics.screen?.retryFailed();
    this.loop.request();
  }

  idle(): Promise<void> {
    this.loop.request();
    return this.waiters.wait();
  }

  stats(): StageStats {
    return statsOf(this.graphics.screen, this.loop);
  }

  pick(x: number, y: number): PickResult | null {
    return this.sight.pick(x, y);
  }

  drill(x: number, y: number): PickResult[] {
    return this.sight.drill(x, y);
  }

  // Handed on as a function by itself, so it keeps its stage.
  readonly project: Stage['project'] = (pointEcef) => this.sight.project(pointEcef);

  carryTools(active: StageTool | null, drawn: readonly StageTool[]): void {
    this.marks.carry(active, drawn);
  }

  setSecondary(isSecondary: boolean): void {
    this.marks.setSecondary(isSecondary);
  }

  setSharedCursor(pointEcef: Vec3 | null): void {
    this.marks.setSpot('cursor', pointEcef);
  }

  setSection(volume: SectionVolume | null, handles: BoxMode | null): void {
    this.graphics.setSection(volume);
    this.marks.showSection(volume?.box ?? null, handles);
    this.refresh();
  }

  setFeatures(rules: FeatureRules | null): void {
    this.graphics.setFeatureLooks(rules && featureLooks(rules));
    this.marks.modelChanged();
    this.refresh();
  }

  async screenshot(): Promise<Blob> {
    this.draw(performance.now());
    return this.graphics.capture(this.marks.element);
  }

  readonly attributions = (): string[] => this.graphics.attributions();

  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void {
    return this.events.on(event, handler);
  }

  destroy(): void {
    this.resizing.disconnect();
    this.cursor.destroy();
    this.quality.destroy();
    this.marks.destroy();
    this.loop.destroy();
    this.camera.destroy();
    this.graphics.destroy();
    this.events.clear();
    this.waiters.release(() => Promise.resolve());
  }

  private frame(nowMs: number): void {
    if (this.isHidden) return this.waiters.release(() => Promise.resolve());
    this.moving = this.camera.update(nowMs);
    const { enuPose } = this.camera;
    const moved = !this.drawnPose || !isSamePose(this.drawnPose, enuPose);
    const changed = this.dirty || moved;
    this.dirty = false;
    if (changed) this.view = this.camera.frameFor(this.sizePx);
    const update = this.graphics.screen?.update(this.view, changed, this.quality.errorPx, nowMs);
    this.undrawn ||= changed || update?.redraw === true;
    if (this.undrawn && (changed || this.pacer.mayDraw(nowMs))) this.draw(nowMs);
    if (moved) {
      this.drawnPose = enuPose;
      this.events.emit('pose', this.pose());
    }
    if (!moved && !this.moving) this.reportRest();
    const goesOn = moved || this.moving || update?.more || this.undrawn;
    if (goesOn) this.loop.request();
    const progress = this.progress();
    this.reports.progress(progress);
    // Only after the camera's rest has been told: who waits for it may read what was made of it.
    if (!goesOn && progress.settled && !this.quality.willRecover) this.settle();
  }

  private draw(nowMs: number): void {
    this.undrawn = false;
    this.graphics.draw(this.view, this.camera.enuPose, this.quality.pointSizePx);
    this.marks.setSpot('pivot', this.camera.pivotEcef);
    this.marks.draw(this.view, this.graphics.frame, this.graphics.screen?.section ?? null);
    this.pacer.drew(nowMs, this.graphics.gl);
    this.quality.drew(nowMs);
    this.events.emit('drawn', null);
  }

  /** Another frame, in which everything is chosen and drawn anew. */
  private refresh(): void {
    this.dirty = true;
    this.loop.request();
  }

  private settle(): void {
    if (this.marks.settle()) this.loop.request();
    this.waiters.release(() => this.graphics.mapLoaded());
  }

  /**
   * For a frame in which nothing moved, whatever still loads: a camera that is set anew in each one, as in a flight
   * elsewhere, does not rest.
   */
  private reportRest(): void {
    const { enuPose, isMoving } = this.camera;
    if (!isMoving && this.site) this.reports.rest(enuPose, () => this.pose());
  }

  tap(x: number, y: number): boolean {
    const hit = this.sight.hitAt(x, y);
    this.events.emit('tap', hit);
    return this.marks.tap([x, y], hit);
  }

  private reportCursor(at: [number, number] | null): void {
    const isFree = at !== null && !this.camera.isMoving && !this.marks.isHolding;
    const { hit, pointEcef } = isFree ? this.sight.under(...at) : NOTHING;
    this.marks.hover(hit);
    this.events.emit('cursor', pointEcef && { pointEcef });
  }

  private applyQuality(): void {
    this.graphics.setPixelRatio(this.quality.pixelRatio);
    this.events.emit('quality', this.qualityReport());
    this.refresh();
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.options.container;
    this.isHidden = clientWidth === 0 || clientHeight === 0;
    if (this.isHidden) return;
    this.sizePx = { width: clientWidth, height: clientHeight };
    this.graphics.resize();
    this.marks.resize(clientWidth, clientHeight, this.graphics.fullPixelRatio);
    this.refresh();
  }
}
