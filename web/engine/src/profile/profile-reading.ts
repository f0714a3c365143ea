/**
 * The points of the profile that is shown, through all changes of its line and its thickness. A thinner band is
 * filtered from the read points; a thicker one, or another line, is read from the start, and the old points are shown
 * until new ones arrive.
 */
import { type ContentLoader, createContentLoader } from '../content/content-loader.ts';
import { Emitter } from '../emitter.ts';
import type { ProfileFrame } from './profile-frame.ts';
import { type PointsSummary, type ProfilePoints, summaryOf } from './profile-points.ts';
import { type ProfileProgress, ProfileReader } from './profile-reader.ts';

export interface ProfileReadingOptions {
  /** Of the layer: a tileset.json or a models.json. */
  url: string;
  /** Asked at each request. */
  fetchHeaders: () => Record<string, string>;
  /** In place of workers of its own. */
  createLoader?: () => ContentLoader;
}

export interface ProfileShown {
  readonly frame: ProfileFrame;
  readonly points: ProfilePoints;
  readonly summary: PointsSummary;
  readonly progress: ProfileProgress;
}

/** A changing thickness is read when it has not changed for this long. */
const STEADY_MS = 250;
/** Newly read points are shown at this interval. */
const SHOWN_EVERY_MS = 200;

const BEGUN: ProfileProgress = { state: 'reading', points: 0, tilesRead: 0, tilesWanted: 1, failed: 0 };

export class ProfileReading {
  private contents: ContentLoader | null = null;
  private readonly emitter = new Emitter<{ change: null }>();
  private reader: ProfileReader | null = null;
  private frame: ProfileFrame | null = null;
  private thicknessMetres = 0;
  /** Of the reader. */
  private readThicknessMetres = 0;
  private shown: ProfileShown | null = null;
  private steadyTimer: ReturnType<typeof setTimeout> | undefined;
  private publishTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ProfileReadingOptions) {}

  /** The same object until something has changed; null before the first {@link show}. */
  readonly state = (): ProfileShown | null => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => this.emitter.on('change', listener);

  show(frame: ProfileFrame, thicknessMetres: number): void {
    const isSameLine = frame === this.frame;
    this.frame = frame;
    this.thicknessMetres = thicknessMetres;
    clearTimeout(this.steadyTimer);
    if (!isSameLine) {
      this.shown = null;
      this.begin();
      return;
    }
    const hasAll = thicknessMetres <= this.readThicknessMetres && this.reader?.progress.state !== 'limited';
    if (!hasAll && thicknessMetres !== this.readThicknessMetres)
      this.steadyTimer = setTimeout(() => this.begin(), STEADY_MS);
    this.publish();
  }

  retry(): void {
    this.reader?.retry();
  }

  /** Gives up points and workers. Safe to call twice; {@link show} begins again. */
  destroy(): void {
    clearTimeout(this.steadyTimer);
    clearTimeout(this.publishTimer);
    this.publishTimer = undefined;
    this.reader?.destroy();
    this.contents?.destroy();
    this.reader = this.contents = this.frame = this.shown = null;
  }

  private begin(): void {
    const { url, fetchHeaders, createLoader } = this.options;
    this.reader?.destroy();
    this.contents ??= createLoader?.() ?? createContentLoader({ textureSupport: () => ['rgba8'], fetchHeaders });
    this.readThicknessMetres = this.thicknessMetres;
    this.reader = new ProfileReader({
      url,
      frame: this.frame!,
      thicknessMetres: this.thicknessMetres,
      contents: this.contents,
      onChange: () => this.readOn(),
    });
    this.publish();
  }

  /** Immediately at the end, at intervals before it. */
  private readOn(): void {
    const isReading = this.reader?.progress.state === 'reading';
    if (!isReading) this.publish();
    else this.publishTimer ??= setTimeout(() => this.publish(), SHOWN_EVERY_MS);
  }

  private publish(): void {
    clearTimeout(this.publishTimer);
    this.publishTimer = undefined;
    const { frame, reader, shown } = this;
    if (!frame || !reader) return;
    const progress = reader.progress;
    const isFirst = progress.state === 'reading' && progress.points === 0;
    const chunks = isFirst ? (shown?.points.chunks ?? []) : reader.chunks();
    const points = { chunks, halfThicknessMetres: this.thicknessMetres / 2 };
    this.shown = { frame, points, summary: summaryOf(points), progress: isFirst ? BEGUN : progress };
    this.emitter.emit('change', null);
  }
}
