/** The areas of a stage: layers of its deck.gl, and their volumes for picking. They are kept when sites and contexts change. */
import type { EnuFrame } from '@overlook/shared/maths';
import { areaLayers } from '../areas/area-layers.ts';
import type { StageArea } from '../areas/area.ts';
import { type AreaHit, type AreaRay, pickArea } from '../areas/pick-area.ts';
import { AreaPlaces, type PlacedArea } from '../areas/placed-areas.ts';
import type { StageLayers } from './stage-layers.ts';

export class StageAreas {
  private areas: readonly StageArea[] = [];
  private places: { readonly frame: EnuFrame; readonly of: AreaPlaces } | null = null;
  private made: { readonly places: AreaPlaces; readonly placed: readonly PlacedArea[] } | null = null;
  private remove: (() => void) | null = null;

  /** `frame` is that of the open site. */
  constructor(
    private readonly layers: StageLayers,
    private readonly frame: () => EnuFrame,
  ) {}

  show(areas: readonly StageArea[]): void {
    this.areas = areas;
    this.made = null;
    this.remove?.();
    this.remove = areas.length > 0 ? this.layers.add(() => areaLayers(this.placed, this.frame())) : null;
  }

  /** The nearest area that a ray hits; null for none. */
  pick(ray: AreaRay): AreaHit | null {
    return this.areas.length > 0 ? pickArea(this.placed, ray) : null;
  }

  /** In the frame of the site; the same list until areas or site change. */
  private get placed(): readonly PlacedArea[] {
    const frame = this.frame();
    if (this.places?.frame !== frame) this.places = { frame, of: new AreaPlaces(frame) };
    const places = this.places.of;
    if (this.made?.places !== places) this.made = { places, placed: places.place(this.areas) };
    return this.made.placed;
  }
}
