/** The section and the lit part of a stage in the frame of its site; the same objects until the state changes. */
import type { EnuFrame } from '@overlook/shared/maths';
import { type EnuSection, enuSection } from '../geometry/half-spaces.ts';
import type { HeightRange, SectionBox, SectionVolume } from '../geometry/section-volume.ts';
import type { StageState } from './stage-state.ts';

type Placed = Pick<StageState, 'section' | 'heights' | 'sectionBox' | 'isOutsideDimmed' | 'litHeights'>;

export class PlacedVolumes {
  private sectionNow: Kept<SectionVolume> = NONE;
  private litNow: Kept<SectionBox> = NONE;

  constructor(
    private readonly frame: EnuFrame,
    private readonly state: () => Placed,
  ) {}

  /** The part of the tiles and of added layers that is shown; null for all. */
  get section(): EnuSection | null {
    const { section: of, heights } = this.state();
    if (this.sectionNow.of !== of || this.sectionNow.heights !== heights)
      this.sectionNow = { of, heights, enu: enuSection(of, this.frame, heights) };
    return this.sectionNow.enu;
  }

  /** The part of the tiles that keeps its brightness while the rest is drawn dark; null for all. */
  get lit(): EnuSection | null {
    const { sectionBox, isOutsideDimmed, litHeights: heights } = this.state();
    const of = isOutsideDimmed ? sectionBox : null;
    if (this.litNow.of !== of || this.litNow.heights !== heights)
      this.litNow = { of, heights, enu: enuSection(of && { box: of, planes: [] }, this.frame, heights) };
    return this.litNow.enu;
  }
}

interface Kept<Of> {
  readonly of: Of | null;
  readonly heights: HeightRange | null;
  readonly enu: EnuSection | null;
}

const NONE = { of: null, heights: null, enu: null };
