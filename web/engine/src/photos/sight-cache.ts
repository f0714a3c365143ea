import { type Vec3, distance, scale, subtract } from '@overlook/shared/maths';
import { hidingGapM } from '../picking/hides.ts';
import { objectSightOf } from './object-sight.ts';
import { type RayTest, sightOf } from './photo-sight.ts';
import type { PhotoSight, StagePhoto } from './photo.ts';

/** Points are rounded to this grid, metres. */
const POINT_GRID_M = 0.01;
const CACHED_AT_MOST = 2000;
/** Longest main-thread time without a pause. */
const SLICE_MS = 8;
/** Between two questions whether data of the model have been read from the GPU: about a frame. */
const RETRY_MS = 16;

/** A point that is known to `errorMetres`; with a size, the box around it, metres east, north and up. */
interface SightTarget {
  readonly pointEcef: Vec3;
  readonly errorMetres: number;
  readonly sizeEnu: Vec3 | null;
}

/** Results of {@link sightOf} and {@link objectSightOf}, cached until the model changes. */
export class SightCache {
  private readonly cached = new Map<string, PhotoSight>();
  private model: unknown = null;
  /** Results of the current model have been returned. */
  private isInUse = false;
  /** Returned results are from an earlier state of the model. */
  private isOutdated = false;

  /** `modelNow` returns another value after each change of the model. */
  constructor(
    private readonly castRay: RayTest,
    private readonly modelNow: () => unknown,
  ) {}

  /** In the order of the photos. Yields to the page between photos. */
  async ask(target: SightTarget, photos: readonly StagePhoto[]): Promise<PhotoSight[]> {
    const sights: PhotoSight[] = [];
    let endMs = performance.now() + SLICE_MS;
    for (const photo of photos) {
      if (performance.now() > endMs) {
        await new Promise((resolve) => setTimeout(resolve));
        endMs = performance.now() + SLICE_MS;
      }
      let sight = this.sightFor(photo, target);
      for (; !sight; sight = this.sightFor(photo, target))
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      sights.push(sight);
    }
    return sights;
  }

  /** Whether the model is between two points, ECEF metres; null while there is no model, or that is not known yet. */
  isHidden(fromEcef: Vec3, pointEcef: Vec3): boolean | null {
    this.forgetOld();
    this.isInUse = true;
    const awayM = distance(fromEcef, pointEcef);
    if (awayM === 0) return false;
    const cast = this.castRay(fromEcef, scale(subtract(pointEcef, fromEcef), 1 / awayM), awayM);
    if (!cast?.isRead) return null;
    const { pick } = cast;
    return pick !== null && pick.distance < awayM - hidingGapM(awayM, pick.errorMetres);
  }

  /** True once after a change of the model that may affect returned results. */
  takeOutdated(): boolean {
    this.forgetOld();
    const was = this.isOutdated;
    this.isOutdated = false;
    return was;
  }

  /** Null while data of the model are being read from the GPU. */
  private sightFor(photo: StagePhoto, { pointEcef, errorMetres, sizeEnu }: SightTarget): PhotoSight | null {
    this.forgetOld();
    const onGrid = [...pointEcef, ...(sizeEnu ?? [])].map((value) => Math.round(value / POINT_GRID_M));
    const key = [photo.id, ...onGrid, errorMetres].join(' ');
    this.isInUse = true;
    const known = this.cached.get(key);
    if (known) return known;
    if (this.cached.size >= CACHED_AT_MOST) this.cached.clear();
    let isRead = true;
    const castRay: RayTest = (...ray) => {
      const cast = this.castRay(...ray);
      isRead &&= cast?.isRead ?? true;
      return cast;
    };
    const sight = sizeEnu
      ? objectSightOf(photo, { middleEcef: pointEcef, sizeEnu }, castRay)
      : sightOf(photo, pointEcef, errorMetres, castRay);
    if (!isRead) return null;
    this.cached.set(key, sight);
    return sight;
  }

  private forgetOld(): void {
    const model = this.modelNow();
    if (model === this.model) return;
    this.model = model;
    this.isOutdated ||= this.isInUse;
    this.isInUse = false;
    this.cached.clear();
  }
}
