/** The public types of the engine for pages with a stage. Metres and ECEF unless a name says otherwise. */
import type { Pose, Vec3 } from '@overlook/shared/maths';
import type { MousePreset } from '../camera/presets.ts';
import type { SnapReport } from '../snapping/snapper.ts';
import type { SectionBox } from '../geometry/section-volume.ts';
import type { PhotoSight, StagePhoto } from '../photos/photo.ts';
import type { RayEcef, ToolHit } from '../tools/tool.ts';
import type { Projection } from '../view/enu-pose.ts';
import type { SwipeSide } from '../view/swipe.ts';
import type { LearntQuality } from './quality/start-step.ts';
import type { AddedLayerOptions, StageLayerSource } from './stage-layers.ts';
import type { StagePoints } from './scene-points.ts';
import type { StageSite } from './stage-site.ts';
import type { StagePatch, StageState } from './stage-state.ts';

export interface TileProgress {
  /** Tiles drawn now. */
  selected: number;
  /** Loaded tiles of those that the view needs, and all tiles that it needs. */
  loaded: number;
  wanted: number;
  loading: number;
  failed: number;
  settled: boolean;
  stoppedAtMemoryLimit: boolean;
  /** Points that a screen draws at most, where the view is coarser for it; null where it is not. */
  pointLimit: number | null;
  /** The model is visible, at least at a coarse level: a frame that covers the view was drawn since the site was opened. */
  isOpen: boolean;
  /** loaded / wanted, 1 when settled. */
  fraction: number;
}

export interface PickResult {
  pointEcef: Vec3;
  /** Model type of the tiles that were hit; null for an added layer. */
  layer: number | null;
  featureId: number | null;
  /** Likely error of the position: the geometric error of the tile, or the width of a pixel on an added layer. */
  errorMetres: number;
  /** The hit of a layer that {@link Stage.addLayer} has added; null for tiles. */
  added: AddedPick | null;
}

export interface AddedPick {
  /** Id of the deck.gl layer of the owner. */
  layerId: string;
  /** Index in its data, and the element. */
  index: number;
  object: unknown;
}

export interface AreaPick {
  areaId: string;
  /** Position of the hit on its surface. */
  pointEcef: Vec3;
}

export interface StageStats {
  tilesSelected: number;
  tilesLoaded: number;
  tilesFailed: number;
  triangles: number;
  points: number;
  /** GPU memory of the tiles of the page: its screens share them. */
  gpuBytes: number;
  frames: number;
  /** Main-thread time of the engine per frame, mean of the newest 60. */
  jsMsPerFrame: number;
}

/** The quality of the stage, and the reasons for a quality below the chosen one. */
export interface QualityReport {
  /** Empty at the chosen quality. */
  reasons: readonly ('frameTime' | 'memory')[];
  /** Duration of the newest frame in motion, milliseconds. */
  frameMs: number;
  screenSpaceErrorPx: { chosen: number; now: number };
  pixelRatio: { chosen: number; now: number };
  /** Multiplies the pixel ratio of the base map. */
  mapPixelRatioFactor: number;
  /** Eye-dome lighting, round points and ambient occlusion are also drawn while the camera moves. */
  hasEffects: boolean;
  /** Shadows of the sun, if they are on, are also drawn while the camera moves. */
  hasShadows: boolean;
  /** Each frame is antialiased, not only stills. */
  isSmoothed: boolean;
  /** The learnt reduction of quality on this GPU, for {@link StageOptions.learnt} of the next stage. */
  learnt: LearntQuality;
  /** Memory that the view needs, and the cap of all screens of the page, which is lower after a lost context. */
  memory: { neededBytes: number; capBytes: number; lostContexts: number };
}

export interface StageOptions {
  container: HTMLElement;
  /** MapLibre style; null for the built-in offline map; undefined for no base map. */
  basemapStyleUrl?: string | null;
  /** Returns headers for tile requests, called for each request. */
  fetchHeaders?: () => Record<string, string>;
  /**
   * Returns query fields for tile URLs, called for each request. With a header, browsers would send a preflight request for each
   * tile of another origin.
   */
  fetchQuery?: () => Record<string, string>;
  /**
   * Returns the bytes of a file, by its absolute URL, that the page has requested before the stage existed; null for others. It is
   * called once for each file. A promise of null leaves the request to the stage.
   */
  takeEarly?: (url: string) => Promise<ArrayBuffer | null> | null;
  reducedMotion?: () => boolean;
  /** Function of mouse drags; default "map". */
  preset?: () => MousePreset;
  maxPixelRatio?: number;
  /** The learnt reduction of an earlier stage on this device (`QualityReport.learnt`). */
  learnt?: LearntQuality | null;
  antialias?: boolean;
}

export interface TileError {
  url: string;
  message: string;
  /** False while the engine retries. */
  final: boolean;
  unsupported: boolean;
  /** The worker that reads it has stopped, or could not be started. */
  isWorkerLost: boolean;
}

export interface StageEvents {
  pose: Pose;
  /** The camera has stopped at a new pose. */
  rest: Pose;
  /** After each frame, for marks of the page over the stage. */
  drawn: null;
  progress: TileProgress;
  /** The visible layer has changed, on either side of a swipe; the value is that of the first side. */
  visibleLayer: number | null;
  /** Quality has been reduced or raised. */
  quality: QualityReport;
  /** A click, with any tool active: the hit, null beside the model, and the visible layer there. */
  tap: { hit: ToolHit | null; layerId: number | null };
  /** A click on an area (its id) that no tool has used; a `tap` for the model behind it follows. */
  areaTap: string;
  /** The pins under the mouse that are drawn as one, the foremost first; empty when it leaves them. */
  pinHover: readonly string[];
  /** A click on pins, without an event for model or area; an active tool receives it instead. */
  pinTap: readonly string[];
  /** The photos under the mouse that are drawn as one, the foremost first; empty when it leaves them. */
  photoHover: readonly string[];
  /** A click on photos, without an event for pins or model; an active tool receives it instead. */
  photoTap: readonly string[];
  /** A click on an added layer, without an event for model or area; an active tool receives it instead. */
  addedTap: PickResult & { added: AddedPick };
  /**
   * The model has changed and settled since the last call of {@link Stage.sight} or {@link Stage.isHiddenFrom}: their results may
   * differ now.
   */
  sightChange: null;
  tileError: TileError;
  /** The box that a drag of its handles proposes. */
  sectionBox: SectionBox;
  /**
   * What a click would snap to, when it changes: its kind ('surface' for the plain hit), and the number of candidates there. Null
   * where no tool snaps.
   */
  snap: SnapReport | null;
  /** The point under the mouse; null without a hit or when it leaves. */
  cursor: { pointEcef: Vec3 } | null;
  contextLost: null;
  contextRestored: null;
}

export interface Stage {
  /** The current state: replaced by each change, so states can be compared by identity. */
  state(): StageState;
  /**
   * Changes the state; fields that the patch does not name stay. Throws RangeError, without a change, for a screen-space error that
   * is not above 0 and for an invalid feature id.
   */
  update(patch: StagePatch): void;
  /** Opens the site at its home view and without a layer; with `animate` the camera flies there. */
  setSite(site: StageSite, options?: { animate?: boolean }): void;
  /** The layer that is visible and picked, with a swipe that of the first side: the previous one until the new one covers the view. */
  visibleLayer(): number | null;
  pose(): Pose;
  /** Throws RangeError with the reason for an invalid pose; the camera then does not move. */
  setPose(pose: Pose, options?: { animate?: boolean }): void;
  /** How the newest view projects: a pose with `orthoHeightM` is orthographic. */
  projection(): Projection;
  /** Changes the projection at once; what is in the middle of the view keeps its place and size. */
  setProjection(projection: Projection): void;
  /** Prefetches the tiles of a pose after those of the view, because the camera may go there. Null to stop. */
  expect(pose: Pose | null): void;
  /** Flies to a view of a point (ECEF metres) from a distance. */
  flyTo(pointEcef: Vec3, distanceMetres: number): void;
  /** Size in CSS pixels. */
  size(): { width: number; height: number };
  flyHome(options?: { animate?: boolean }): void;
  progress(): TileProgress;
  /** The same for each side of a swipe; null without one. */
  progressOfSides(): Readonly<Record<SwipeSide, TileProgress>> | null;
  qualityReport(): QualityReport;
  retryFailed(): void;
  /** Resolves when loading and movement have ended and everything is drawn at the current quality; finer tiles at rest do not count. */
  idle(): Promise<void>;
  /**
   * Resolves when the frame of a view at rest is as good as it will be: after {@link idle}, with all frames of its still
   * where `isRefinedAtRest` is set and the device can draw one.
   */
  refined(): Promise<void>;
  stats(): StageStats;
  /** Properties of the drawn points of all layers; null without points. Takes milliseconds: call it for a view at rest. */
  pointStatistics(): StagePoints | null;
  /**
   * Draws deck.gl layers after the tiles, in depth with them and cut by the section volume, until the function that it
   * returns is called or the stage is destroyed. Positions are metres east, north and up of the site's origin: a function
   * is called with that frame, now and for each site that is opened later. Adding a layer of the same id after removing
   * the one before changes it; what has not changed of its data is kept. Layers with `pickable` are found by
   * {@link Stage.pick}. (docs/extending.md)
   */
  addLayer(layers: StageLayerSource, options?: AddedLayerOptions): () => void;
  /**
   * The nearest hit of tiles and added layers under a CSS pixel of the stage. Waits for the GPU if data along the ray have not
   * been read from it yet; {@link Stage.pickSoon} does not.
   */
  pick(x: number, y: number): PickResult | null;
  /**
   * Calls back with the hit of {@link Stage.pick}: at once, or in a later frame where data must be read from the GPU first, then
   * with the camera of this moment. Not at all when another site is opened before.
   */
  pickSoon(x: number, y: number, onPick: (pick: PickResult | null) => void): void;
  /** The nearest area under a CSS pixel that neither the model nor the section volume hides; null for none. */
  pickArea(x: number, y: number): AreaPick | null;
  /**
   * Calls back, as {@link Stage.pickSoon} does, with the nearest hit of a ray from any origin on all loaded tiles of the visible
   * layer: ECEF metres, `direction` a unit vector. Geometry outside the section volume and filtered objects count too. Null for
   * no hit.
   */
  pickRaySoon(ray: RayEcef, onPick: (pick: PickResult | null) => void): void;
  /**
   * Requests the finest tiles at a point and reports each more exact position of it along the same ray, until the returned function
   * is called.
   */
  followPoint(hit: ToolHit, onFiner: (hit: ToolHit) => void): () => void;
  /**
   * Whether the visible layer is between two points (ECEF metres), by all loaded tiles and within their error; section volume and
   * filters count as in `pickRaySoon`. Null as long as there is no model, or its data have not been read from the GPU.
   */
  isHiddenFrom(fromEcef: Vec3, pointEcef: Vec3): boolean | null;
  /**
   * Which photos show a point (ECEF metres) that is known to within `errorMetres`, in the order of `photos`: by pose, lens and the
   * loaded tiles of the visible layer, without the section volume. It requests no tiles. With `sizeEnu`, metres east, north and up:
   * the share that they show of the object that fills the box around the point.
   */
  sight(
    pointEcef: Vec3,
    photos: readonly StagePhoto[],
    options?: { errorMetres?: number; sizeEnu?: Vec3 | null },
  ): Promise<PhotoSight[]>;
  /** Same as a click there; true if a tool has used it. */
  tap(x: number, y: number): boolean;
  /** Up to ten hits along the ray through a CSS pixel, nearest first, of tiles and added layers. */
  drill(x: number, y: number): PickResult[];
  /** CSS pixels of a point (ECEF metres) and its distance from the camera; null behind the camera. */
  project(pointEcef: Vec3): { x: number; y: number; distance: number } | null;
  /** Marks the point under the mouse of another screen. */
  setSharedCursor(pointEcef: Vec3 | null): void;
  /** JPEG, quality 0.9 (specification §9), base map included. */
  screenshot(): Promise<Blob>;
  /** Attributions of the tiles and the base map. */
  attributions(): string[];
  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void;
  destroy(): void;
}
