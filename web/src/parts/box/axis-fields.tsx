import { RotateCw } from 'lucide-react';
import { EXPORT_BOX } from '@overlook/shared/config';
import { BOX_SIDE_SHORTEST } from '@overlook/shared/maths';
import type { SectionBox } from '@overlook/engine';
import { VIEWER_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { NumberField } from '../../ui/number-field/number-field.tsx';
import type { NumberRange } from '../../ui/number-field/number-step.ts';
import { AXES } from './axes.ts';
import { headingDegOf, movedTo, offsetEnu, sizedTo, turnedTo } from './section-box.ts';

/** Steps of the fields: 0.25 m and 10° (specification §9 "Export"). */
const SIZE: NumberRange = { step: EXPORT_BOX.sizeStepM, decimals: 2, least: BOX_SIDE_SHORTEST };
const EXPORT_SIZE: NumberRange = { ...SIZE, most: EXPORT_BOX.sideLongestM };
const OFFSET: NumberRange = { step: EXPORT_BOX.moveStepM, decimals: 2 };
const ROTATION: NumberRange = { step: EXPORT_BOX.turnStepDeg, decimals: 0, turn: 360 };
const METRES = '\u202Fm';

interface BoxFieldsProps {
  box: SectionBox;
  /** 'row' fills a panel's width, 'compact' is for a bar. */
  variant: 'row' | 'compact';
  onChange: (box: SectionBox) => void;
}

interface AxisFieldsProps extends BoxFieldsProps {
  /** Where moves are counted from. */
  start: SectionBox;
  /** The fields hold the way from the start instead of the size. */
  isMoving: boolean;
  /** Sides are no longer than an export takes. */
  isForExport?: boolean;
}

/** East, north and up of a box: its size, or how far it was moved. */
export function AxisFields({ start, box, isMoving, isForExport = false, variant, onChange }: AxisFieldsProps) {
  const values = isMoving ? offsetEnu(start, box) : box.size;
  const range = isForExport ? EXPORT_SIZE : SIZE;
  return AXES.map(({ letter, direction, className }, axis) => (
    <NumberField
      key={letter}
      variant={variant}
      label={
        isMoving
          ? formatMessage(VIEWER_MESSAGES['viewer.moved'], { direction })
          : formatMessage(VIEWER_MESSAGES['viewer.size'], { direction })
      }
      mark={<span className={className}>{letter}</span>}
      value={values[axis]!}
      range={isMoving ? OFFSET : range}
      unit={METRES}
      onChange={(metres) => onChange(isMoving ? movedTo(start, box, axis, metres) : sizedTo(box, axis, metres))}
    />
  ));
}

/** Degrees clockwise from north about the vertical, from 0 to under 360. */
export const RotationField = ({ box, variant, onChange }: BoxFieldsProps) => (
  <NumberField
    variant={variant}
    label={VIEWER_MESSAGES['viewer.rotation']}
    mark={<RotateCw size={14} strokeWidth={1.75} />}
    value={headingDegOf(box)}
    range={ROTATION}
    unit="°"
    onChange={(headingDeg) => onChange(turnedTo(box, headingDeg))}
  />
);
