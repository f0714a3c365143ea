/**
 * A stage: one screen on one site. It runs the frames; its interface uses ECEF.
 *
 * A frame is drawn only on request: after input, the arrival of a tile, a new size, a setting. Its steps, in order:
 * controls move the camera · parsed tiles are uploaded within their budget · tiles are selected if the camera or the tree
 * has changed · the base map, deck.gl and the marks draw the same pose · listeners are called.
 */
import type { Pose } from '@overlook/shared/maths';
import { enuFromPose, type EnuPose, isSamePose } from '../view/enu-pose.ts';
import { featureStyleTable } from '../render/feature-style.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { DrawPacer } from './draw-pacer.ts';
import { Emitter } from '../emitter.ts';
import { FrameLoop } from './frame-loop.ts';
import { Graphics } from './graphics.ts';
import { Prefetch } from './prefetch.ts';
import { progressOf, sidesProgress, statsOf } from './progress.ts';
import { checkScreenSpaceError } from './screen-space-error.ts';
import { FLY_HOME_MS, FLY_MS, StageCamera } from './stage-camera.ts';
import { StageMarks } from './stage-marks.ts';
import { StagePicks } from './stage-picks.ts';
import type { StagePoints } from './scene-points.ts';
import { StagePointer } from './stage-pointer.ts';
import { StageSize } from './stage-size.ts';
import { StageStill } from './stage-still.ts';
import { GpuTimer } from './quality/gpu-timer.ts';
import { StageQuality } from './quality/stage-quality.ts';
import { StageReports } from './stage-reports.ts';
import type { StageSite } from './stage-site.ts';
import { changedKeys, STAGE_START, type StagePatch, type StageState } from './stage-state.ts';
import type { QualityReport, Stage, StageEvents, StageOptions, StageStats, TileProgress } from './stage-types.ts';

export class SiteStage implements Stage {
  private readonly events = new Emitter<StageEvents>();
  private readonly reports = new StageReports(this.events);
  private readonly loop = new FrameLoop((nowMs) => this.frame(nowMs));
  private readonly pacer = new DrawPacer();
  private readonly timer = new GpuTimer();
  private readonly graphics: Graphics;
  private readonly camera: StageCamera;
  private readonly marks: StageMarks;
  private readonly quality: StageQuality;
  private readonly still: StageStill;
  private readonly prefetch: Prefetch;
  private readonly picks: StagePicks;
  private readonly pointer: StagePointer;
  private shown = STAGE_START;
  private readonly sizing: StageSize;
  private view: CameraFrame;
  private drawnPose: EnuPose | null = null;
  private dirty = true;
  private moving = false;
  /** Picks wait for data from the GPU, which a still would delay. */
  private isReading = false;

  constructor(private readonly options: StageOptions) {
    const { container } = options;
    const request = () => this.loop.request();
    this.sizing = new StageSize(container, () => this.measure());
    this.graphics = new Graphics(options, this.state, {
      onChange: () => this.refresh(),
      onRedraw: () => this.drawAnew(),
      onTiles: request,
      onTileError: (url, error, final) => this.reports.tileError(url, error, final),
      onMapNews: () => {
        this.pacer.needMap();
        request();
      },
      onVisibleLayer: () => this.visibleLayerChanged(),
      onContextLost: () => this.events.emit('contextLost', null),
      onContextRestored: () => this.events.emit('contextRestored', null),
      isGpuBusy: () => this.pacer.isBusy,
    });
    this.picks = new StagePicks(() => this.view, this.graphics, request);
    const { picker, input } = this.picks;
    this.camera = new StageCamera(() => this.graphics.frame, {
      element: container,
      pickWorld: (x, y) => picker.worldUnder(x, y),
      viewport: () => this.sizing.px,
      reducedMotion: () => options.reducedMotion?.() ?? false,
      preset: () => options.preset?.() ?? 'map',
      nearMetres: () => this.shown.nearMetres,
      fovYDeg: () => this.shown.fovYDeg,
      onInput: request,
      onTap: (x, y) => this.pointer.tap(x, y),
    });
    this.view = this.camera.frameFor(this.sizing.px);
    this.marks = new StageMarks({
      container,
      picker,
      input,
      onSectionBox: (box) => this.events.emit('sectionBox', box),
      onSnap: (report) => this.events.emit('snap', report),
      onChange: request,
    });
    this.quality = new StageQuality(
      () => ({
        state: this.shown,
        isMoving: this.camera.isMoving,
        fullPixelRatio: this.graphics.fullPixelRatio,
        neededMs: this.timer.neededMs(this.loop.meanMs),
        memory: this.graphics.memory,
      }),
      () => this.applyQuality(),
    );
    this.prefetch = new Prefetch(this.camera, this.quality);
    const { marks, events } = this;
    this.pointer = new StagePointer({
      container,
      picker,
      input,
      marks,
      events,
      photosAt: (x, y) => this.graphics.photos.at(x, y),
      isMoving: () => this.camera.isMoving,
      isBusy: () => this.pacer.isBusy,
    });
    this.still = new StageStill({
      isOn: () => this.shown.isRefinedAtRest && this.graphics.canRefine,
      mayDraw: (nowMs) =>
        !this.isReading &&
        this.pacer.mayDrawStill(nowMs) &&
        !this.pointer.isMoving(nowMs) &&
        this.graphics.isPrepared(true, true),
      draw: (sample, nowMs) => {
        this.graphics.drawStill(this.view, this.quality.pointSizePx, sample);
        this.pacer.drew(nowMs, this.graphics.gl, true);
      },
    });
  }

  /** Creates the WebGL context and, on request, the base map. Rejects if the browser has no WebGL 2. */
  async start(): Promise<this> {
    this.measure();
    await this.graphics.start();
    this.quality.begin(this.graphics.learnt);
    this.measure();
    return this;
  }

  setSite(site: StageSite, { animate = false }: { animate?: boolean } = {}): void {
    const from = this.shown.site && animate ? this.pose() : null;
    this.shown = { ...this.shown, site, layerId: null, capture: null, swipe: null };
    this.prefetch.restart();
    this.picks.input.clear();
    this.graphics.openSite(site);
    this.reports.forgetRest();
    this.camera.openSite(site.homePose, from);
    this.refresh();
  }

  readonly state = (): StageState => this.shown;

  update(patch: StagePatch): void {
    if (patch.screenSpaceErrorPx !== undefined) checkScreenSpaceError(patch.screenSpaceErrorPx);
    if (patch.features) featureStyleTable(patch.features);
    const before = this.shown;
    const after = { ...before, ...patch };
    const changed = changedKeys(before, after);
    if (changed.size === 0) return;
    this.shown = after;
    this.prefetch.stateChanged(changed);
    this.graphics.stateChanged(changed);
    this.marks.stateChanged(after, changed);
    this.refresh();
  }

  readonly visibleLayer = (): number | null => this.graphics.scene?.sides.first.visibleLayerId ?? null;
  readonly pose = (): Pose => this.camera.pose;
  readonly setPose: Stage['setPose'] = (pose, to) => this.camera.goToPose(pose, to?.animate ? FLY_MS : 0);
  readonly projection: Stage['projection'] = () => this.camera.projection;
  readonly setProjection: Stage['setProjection'] = (projection) =>
    this.camera.setProjection(projection, this.picks.middle(this.sizing.px));

  expect(pose: Pose | null): void {
    this.prefetch.expected = pose && enuFromPose(pose, this.graphics.frame);
    this.loop.request();
  }

  readonly flyTo: Stage['flyTo'] = (pointEcef, metres) => this.camera.lookAt(pointEcef, metres);
  readonly flyHome: Stage['flyHome'] = ({ animate = true } = {}) => this.camera.goHome(animate ? FLY_HOME_MS : 0);
  readonly size = (): { width: number; height: number } => this.sizing.px;

  private readonly isReady = () => this.graphics.isReady && !this.marks.isLoading && this.pacer.isDone;
  readonly progress = (): TileProgress => progressOf(this.isReady(), this.graphics.scene);
  readonly progressOfSides: Stage['progressOfSides'] = () =>
    this.shown.swipe && sidesProgress(this.isReady(), this.graphics.scene);

  readonly qualityReport = (): QualityReport => this.quality.report();

  retryFailed(): void {
    this.graphics.scene?.retryFailed();
    this.loop.request();
  }

  readonly idle = (): Promise<void> => this.current().idle();
  readonly refined = (): Promise<void> => this.current().refined();

  /** Requests a frame in the newest size: an observer reports a size only after the next frame, which would seem settled. */
  private current(): StageStill {
    if (this.sizing.isOutdated) this.measure();
    this.loop.request();
    return this.still;
  }

  readonly pointStatistics = (): StagePoints | null => this.graphics.scene?.pointStatistics() ?? null;

  readonly stats = (): StageStats => statsOf(this.graphics.scene, this.loop);
  readonly pick: Stage['pick'] = (x, y) => this.picks.picker.pick(x, y);
  readonly pickSoon: Stage['pickSoon'] = (x, y, onPick) => this.picks.soon(x, y, onPick);
  readonly pickArea: Stage['pickArea'] = (x, y) => this.picks.picker.pickArea(x, y);
  readonly pickRaySoon: Stage['pickRaySoon'] = (ray, onPick) => this.picks.raySoon(ray, onPick);
  readonly followPoint: Stage['followPoint'] = (hit, onFiner) => this.marks.followed.follow(hit, onFiner);
  readonly isHiddenFrom: Stage['isHiddenFrom'] = (from, point) => this.picks.sights.isHidden(from, point);
  readonly sight: Stage['sight'] = (point, photos, target) => this.picks.sight(point, photos, target);
  readonly drill: Stage['drill'] = (x, y) => this.picks.picker.drill(x, y);
  readonly project: Stage['project'] = (pointEcef) => this.picks.picker.project(pointEcef);
  readonly setSharedCursor: Stage['setSharedCursor'] = (pointEcef) => this.marks.setIndicator('cursor', pointEcef);
  readonly addLayer: Stage['addLayer'] = (layers, options) => this.graphics.layers.add(layers, options);
  readonly attributions = (): string[] => this.graphics.attributions();

  screenshot(): Promise<Blob> {
    const draw = () => (this.still.isDone ? this.graphics.showStill() : this.drawAnew());
    return this.graphics.capture(draw, this.marks.elements);
  }

  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void {
    return this.events.on(event, handler);
  }

  destroy(): void {
    this.sizing.destroy();
    this.pointer.destroy();
    this.quality.destroy();
    this.marks.destroy();
    this.loop.destroy();
    this.camera.destroy();
    this.graphics.destroy();
    this.events.clear();
    this.still.release();
  }

  private frame(nowMs: number): void {
    if (this.sizing.isHidden) return this.still.release();
    this.isReading = this.graphics.scene?.picks.takeRead() ?? false;
    this.picks.input.serve();
    this.moving = this.camera.update(nowMs);
    const { enuPose } = this.camera;
    const moved = !this.drawnPose || !isSamePose(this.drawnPose, enuPose);
    const isMoving = moved || this.moving;
    const changed = this.dirty || moved || isMoving !== this.view.isMoving;
    this.dirty = false;
    if (changed) this.view = { ...this.camera.frameFor(this.sizing.px), isMoving };
    if (moved || this.camera.isMoving) this.prefetch.restart();
    this.graphics.scene?.setUnrefined(this.marks.unrefined);
    const mayFade = this.quality.hasFades && !this.options.reducedMotion?.();
    const update = this.graphics.scene?.update(this.view, changed, this.prefetch.errorPxOf, nowMs, mayFade);
    if (this.prefetch.frame(this.graphics.scene, this.sizing.px, nowMs)) this.refresh();
    const layersNeed = this.graphics.layersNeed();
    if (changed || update?.redraw || layersNeed.redraw) this.pacer.needAll(update?.isFading);
    if (!this.pacer.isCurrent) this.still.restart();
    this.drawNext(nowMs, changed);
    this.still.frame(nowMs);
    if (moved) {
      this.drawnPose = enuPose;
      this.events.emit('pose', this.pose());
    }
    // Also while tiles load. A camera that is set in each frame, such as by a flight in another screen, does not rest.
    if (!moved && !this.camera.isMoving && this.shown.site) this.reports.rest(enuPose, () => this.pose());
    const goesOn = moved || this.moving || update?.more || layersNeed.more || !this.pacer.isDone;
    if (goesOn || this.pacer.isWaiting || this.isReading || this.still.isUnderWay) this.loop.request();
    const progress = this.progress();
    this.reports.progress(progress);
    this.graphics.noteProgress(progress);
    // Only after the event `rest`: a caller that waits may read its result.
    if (!goesOn && progress.settled && !this.quality.willRecover) this.settle();
  }

  private drawNext(nowMs: number, isUrgent: boolean): void {
    const picture = this.pacer.next(nowMs, isUrgent, (mayAsk) => this.graphics.isPrepared(mayAsk, false));
    if (picture === 'all') this.draw(nowMs);
    if (picture !== 'map') return;
    this.pacer.begin('map');
    this.graphics.drawMapNews();
    this.pacer.drew(nowMs, this.graphics.gl);
  }

  /** In the same task. A still restarts with the next frame. */
  private drawAnew(): void {
    this.graphics.scene?.fades.end();
    this.still.restart();
    this.draw(performance.now());
    this.loop.request();
  }

  private draw(nowMs: number): void {
    if (this.pacer.begin('all')) this.graphics.resize();
    this.timer.begin(this.graphics.gl);
    this.graphics.draw(this.view, this.camera.enuPose, this.quality.pointSizePx);
    this.timer.end();
    this.marks.setIndicator('pivot', this.camera.pivotEcef);
    const { scene, frame } = this.graphics;
    this.marks.draw(this.view, frame, { section: scene?.section ?? null, divider: this.shown.swipe });
    this.pacer.drew(nowMs, this.graphics.gl);
    this.quality.drew(nowMs);
    this.events.emit('drawn', null);
  }

  /** Selects and draws everything again, in another frame. */
  private refresh(): void {
    this.dirty = true;
    this.loop.request();
  }

  private settle(): void {
    // The colour range of the frame at rest has changed, so only the next frame is settled.
    if (this.graphics.scene?.settle()) return this.refresh();
    if (this.marks.settle()) this.loop.request();
    const { picker, castRay, sights } = this.picks;
    if (this.graphics.photos.settle((pointEnu) => picker.isHidden(pointEnu), castRay)) this.loop.request();
    if (sights.takeOutdated()) this.events.emit('sightChange', null);
    // What these have asked for, and the effects of input, are parts of the settled view.
    if (this.graphics.scene?.picks.isReading || this.picks.input.isWaiting) return this.loop.request();
    this.still.settled(() => this.graphics.mapLoaded());
    if (this.prefetch.settled(this.graphics.memory) || this.still.isUnderWay) this.loop.request();
  }

  readonly tap = (x: number, y: number): boolean => this.pointer.tap(x, y);

  private visibleLayerChanged(): void {
    this.marks.modelChanged();
    this.graphics.photos.modelChanged();
    this.events.emit('visibleLayer', this.visibleLayer());
  }

  private applyQuality(): void {
    this.graphics.setQuality(this.quality.pixelRatio, this.quality.reduced);
    this.pacer.needSize();
    this.events.emit('quality', this.qualityReport());
    this.refresh();
  }

  private measure(): void {
    if (!this.sizing.measure()) return;
    const { width, height } = this.sizing.px;
    this.pacer.needSize();
    this.marks.resize(width, height, this.graphics.fullPixelRatio);
    this.refresh();
  }
}
