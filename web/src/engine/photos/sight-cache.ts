import { type Vec3, distance, scale, subtract } from '@overlook/shared/maths';
import { hidingGapM } from '../picking/hides.ts';
import { objectSightOf } from './object-sight.ts';
import { type RayTest, sightOf } from './photo-sight.ts';
import type { PhotoSight, StagePhoto } from './photo.ts';

/** Points nearer to each other than this are the same, metres. */
const POINT_GRID_M = 0.01;
const ANSWERS_AT_MOST = 2000;
/** Main-thread time without a break. */
const SLICE_MS = 8;

/** A point that is known to `errorMetres`, or with a size the upright box about it, metres east, north and up. */
interface SightTarget {
  readonly pointEcef: Vec3;
  readonly errorMetres: number;
  readonly sizeEnu: Vec3 | null;
}

/** Answers of {@link sightOf} and {@link objectSightOf} for as long as the model stays the same. */
export class SightCache {
  private readonly answers = new Map<string, PhotoSight>();
  private model: unknown = null;
  /** Of the model that there was last. */
  private hasAnswered = false;
  /** Cached answers are from an earlier state of the model. */
  private isOutdated = false;

  /** `model` is another value after each change of the model. */
  constructor(
    private readonly meet: RayTest,
    private readonly modelNow: () => unknown,
  ) {}

  /** In the order of the photos. Gives the page time between the photos. */
  async ask(target: SightTarget, photos: readonly StagePhoto[]): Promise<PhotoSight[]> {
    const sights: PhotoSight[] = [];
    let endMs = performance.now() + SLICE_MS;
    for (const photo of photos) {
      if (performance.now() > endMs) {
        await new Promise((resolve) => setTimeout(resolve));
        endMs = performance.now() + SLICE_MS;
      }
      sights.push(this.answer(photo, target));
    }
    return sights;
  }

  /** Whether the model is between two points, ECEF metres; null while there is none. */
  isHidden(fromEcef: Vec3, pointEcef: Vec3): boolean | null {
    this.forgetOld();
    this.hasAnswered = true;
    const awayM = distance(fromEcef, pointEcef);
    if (awayM === 0) return false;
    const meeting = this.meet(fromEcef, scale(subtract(pointEcef, fromEcef), 1 / awayM), awayM);
    if (!meeting) return null;
    const { pick } = meeting;
    return pick !== null && pick.distance < awayM - hidingGapM(awayM, pick.errorMetres);
  }

  /** True once after the model has changed under answers that were given. */
  takeOutdated(): boolean {
    this.forgetOld();
    const was = this.isOutdated;
    this.isOutdated = false;
    return was;
  }

  private answer(photo: StagePhoto, { pointEcef, errorMetres, sizeEnu }: SightTarget): PhotoSight {
    this.forgetOld();
    const onGrid = [...pointEcef, ...(sizeEnu ?? [])].map((value) => Math.round(value / POINT_GRID_M));
    const key = [photo.id, ...onGrid, errorMetres].join(' ');
    this.hasAnswered = true;
    const known = this.answers.get(key);
    if (known) return known;
    if (this.answers.size >= ANSWERS_AT_MOST) this.answers.clear();
    const sight = sizeEnu
      ? objectSightOf(photo, { middleEcef: pointEcef, sizeEnu }, this.meet)
      : sightOf(photo, pointEcef, errorMetres, this.meet);
    this.answers.set(key, sight);
    return sight;
  }

  private forgetOld(): void {
    const model = this.modelNow();
    if (model === this.model) return;
    this.model = model;
    this.isOutdated ||= this.hasAnswered;
    this.hasAnswered = false;
    this.answers.clear();
  }
}
