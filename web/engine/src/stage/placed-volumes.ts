/** The section and the box with handles of a stage in the frame of its site; the same objects until the state changes. */
import type { EnuFrame } from '@overlook/shared/maths';
import { type EnuSection, enuSection } from '../geometry/half-spaces.ts';
import type { SectionBox, SectionVolume } from '../geometry/section-volume.ts';
import type { StageState } from './stage-state.ts';

export class PlacedVolumes {
  private sectionNow: { readonly of: SectionVolume | null; readonly enu: EnuSection | null } = NONE;
  private litNow: { readonly of: SectionBox | null; readonly enu: EnuSection | null } = NONE;

  constructor(
    private readonly frame: EnuFrame,
    private readonly state: () => Pick<StageState, 'section' | 'sectionBox' | 'isOutsideDimmed'>,
  ) {}

  /** The part of the tiles and of added layers that is shown; null for all. */
  get section(): EnuSection | null {
    const { section: of } = this.state();
    if (this.sectionNow.of !== of) this.sectionNow = { of, enu: enuSection(of, this.frame) };
    return this.sectionNow.enu;
  }

  /** The part of the tiles that keeps its brightness while the rest is drawn dark; null for all. */
  get lit(): EnuSection | null {
    const { sectionBox: of, isOutsideDimmed } = this.state();
    if (!isOutsideDimmed || !of) return null;
    if (this.litNow.of !== of) this.litNow = { of, enu: enuSection({ box: of, planes: [] }, this.frame) };
    return this.litNow.enu;
  }
}

const NONE = { of: null, enu: null };
