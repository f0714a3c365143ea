import { CircleCheckBig, CircleDashed, CircleDot, CircleQuestionMark, type LucideIcon } from 'lucide-react';
import type { MocState } from '@overlook/shared/config';
import type { AreaOutline, StagePin } from '@overlook/engine';
import { MOCS_MESSAGES } from '@overlook/shared/messages';

interface MocStateLook {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Of areas and pins: `--moc-<state>-solid` of styles/tokens.css, which the stage does not read. */
  readonly color: string;
  readonly outline: AreaOutline;
  readonly glyph: StagePin['glyph'];
}

/** How a state is shown: never by colour alone (interface brief §2 "MOC states"). */
export const MOC_STATE_LOOKS: Readonly<Record<MocState, MocStateLook>> = {
  proposed: {
    label: MOCS_MESSAGES['moc.proposed'],
    icon: CircleDashed,
    color: '#ff5d5d',
    outline: 'dashed',
    glyph: 'ring',
  },
  approved: { label: MOCS_MESSAGES['moc.approved'], icon: CircleDot, color: '#ffc53d', outline: 'solid', glyph: 'dot' },
  completed: {
    label: MOCS_MESSAGES['moc.completed'],
    icon: CircleCheckBig,
    color: '#46c266',
    outline: 'double',
    glyph: 'check',
  },
};

/** Of a state that this version does not know (specification §4 "Any other state"). */
const OTHER_LOOK: MocStateLook = {
  label: MOCS_MESSAGES['moc.other'],
  icon: CircleQuestionMark,
  color: '#ff8b3e',
  outline: 'dotted',
  glyph: 'question',
};

export const mocStateLook = (state: string): MocStateLook =>
  (MOC_STATE_LOOKS as Readonly<Record<string, MocStateLook>>)[state] ?? OTHER_LOOK;
