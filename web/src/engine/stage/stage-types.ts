/** The engine's public types: what a page needs to know to hold a stage. Metres and ECEF unless a name says otherwise. */
import type { QualityKey } from '@overlook/shared/config';
import type { Lla, Pose, Vec3 } from '@overlook/shared/maths';

export interface SiteLayer {
  modeltypeId: number;
  /** Address of a tileset.json or of a models.json. */
  url: string;
}

export interface StageSite {
  /** Ground point of the site: origin of the ENU frame and level of the base map. */
  origin: Lla;
  homePose: Pose | null;
  layers: SiteLayer[];
  /** Coarser quality table of older sites (specification §9). */
  legacy?: boolean;
  memoryCapMib?: number;
}

export interface TileProgress {
  /** Tiles drawn now. */
  selected: number;
  /** Tiles the view needs that are there, and all it needs. */
  loaded: number;
  wanted: number;
  loading: number;
  failed: number;
  settled: boolean;
  stoppedAtMemoryLimit: boolean;
  /** loaded / wanted, 1 when settled. */
  fraction: number;
}

export interface PickResult {
  pointEcef: Vec3;
  /** Model type of the layer that was hit. */
  layer: number;
  featureId: number | null;
  /** Likely error of the position: the geometric error of the tile. */
  errorMetres: number;
}

export interface StageStats {
  tilesSelected: number;
  tilesLoaded: number;
  tilesFailed: number;
  triangles: number;
  points: number;
  gpuBytes: number;
  frames: number;
  /** Main-thread time of the engine per frame, mean of the newest 60. */
  jsMsPerFrame: number;
}

export interface StageOptions {
  container: HTMLElement;
  /** MapLibre style, null for the built-in offline map, undefined for no base map at all. */
  basemapStyleUrl?: string | null;
  /** Headers for tile requests, asked anew for each. */
  fetchHeaders?: () => Record<string, string>;
  reducedMotion?: () => boolean;
  maxPixelRatio?: number;
  antialias?: boolean;
}

export interface TileError {
  url: string;
  message: string;
  /** False while the engine goes on trying. */
  final: boolean;
  unsupported: boolean;
}

export interface StageEvents {
  pose: Pose;
  /** After each picture, whatever caused it: marks over the stage follow it. */
  drawn: null;
  progress: TileProgress;
  tileError: TileError;
  /** The point under the mouse, null when it points at nothing or leaves. */
  cursor: { pointEcef: Vec3 } | null;
  contextLost: null;
  contextRestored: null;
}

export interface Stage {
  setSite(site: StageSite): void;
  setLayer(modeltypeId: number): void;
  layer(): number | null;
  pose(): Pose;
  setPose(pose: Pose, options?: { animate?: boolean }): void;
  flyHome(options?: { animate?: boolean }): void;
  setQuality(quality: QualityKey): void;
  /** Overrides the quality's screen-space error; null gives it back. */
  setScreenSpaceError(px: number | null): void;
  /** Overrides the quality's point diameter in CSS pixels; null gives it back. */
  setPointSize(px: number | null): void;
  setGlobeVisible(visible: boolean): void;
  /** Distance of the cutting plane in metres. */
  setNear(metres: number): void;
  progress(): TileProgress;
  retryFailed(): void;
  /** Resolves when nothing loads or moves any more, all is refined to the current quality, and that is drawn. */
  idle(): Promise<void>;
  stats(): StageStats;
  /** What lies under a CSS pixel of the stage. */
  pick(x: number, y: number): PickResult | null;
  /** JPEG, quality 0.9 (specification §9), base map included. */
  screenshot(): Promise<Blob>;
  /** Data sources to be credited, from the tiles and the base map. */
  attributions(): string[];
  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void;
  destroy(): void;
}
