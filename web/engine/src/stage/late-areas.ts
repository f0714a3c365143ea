import type { EnuFrame } from '@overlook/shared/maths';
import type { StageArea } from '../areas/area.ts';
import type { AreaHit, AreaRay } from '../areas/pick-area.ts';
import { Late } from '../late.ts';
import type { StageAreas } from './stage-areas.ts';
import type { StageLayers } from './stage-layers.ts';

interface LateAreasOptions {
  readonly layers: StageLayers;
  /** Frame of the open site. */
  readonly frame: () => EnuFrame;
  /** See {@link FirstPicture.over}. */
  readonly firstPicture: Promise<void>;
  readonly onChange: () => void;
}

/** The areas of a stage. Their code is loaded with the first area, and it starts after the first picture. */
export class LateAreas {
  private readonly late: Late<StageAreas>;

  constructor({ layers, frame, firstPicture, onChange }: LateAreasOptions) {
    const load = async () => {
      const [{ StageAreas: Areas }] = await Promise.all([import('./stage-areas.ts'), firstPicture]);
      return () => new Areas(layers, frame);
    };
    this.late = new Late({ load, onSettled: onChange });
  }

  /** There are areas that cannot be drawn yet. */
  get isLoading(): boolean {
    return this.late.isLoading;
  }

  show(areas: readonly StageArea[]): void {
    this.late.tell('show', (shown) => shown.show(areas));
    if (areas.length > 0) this.late.want();
  }

  /** The nearest area that a ray hits; null for none. */
  readonly pick = (ray: AreaRay): AreaHit | null => this.late.value?.pick(ray) ?? null;

  destroy(): void {
    this.late.dispose();
  }
}
