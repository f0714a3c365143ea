import { Eraser, Move, RotateCcw, RotateCw, Scaling, Slice, SquareDashed, X } from 'lucide-react';
import { useState } from 'react';
import { BOX_SIDE_SHORTEST } from '@overlook/shared/maths';
import type { SectionBox } from '../../../engine/index.ts';
import type { SectionMode } from '../../../state/section.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import type { NumberRange } from '../../../ui/number-field/number-step.ts';
import { headingDegOf, isSameBox, movedTo, offsetEnu, sizedTo, turnedTo } from './section-box.ts';
import css from './section-bar.module.css';

interface SectionBarProps {
  box: SectionBox;
  mode: SectionMode;
  /** What is inside, as text. */
  volumeText: string;
  planeCount: number;
  onChange: (box: SectionBox) => void;
  onMode: (mode: SectionMode) => void;
  onRemovePlanes: () => void;
  onClose: () => void;
}

const HANDLES = [
  { mode: 'resize', label: 'Resize', icon: Scaling },
  { mode: 'move', label: 'Move', icon: Move },
  { mode: 'rotate', label: 'Rotate', icon: RotateCw },
] as const;

/** The section box in figures, at the bottom of the screen it cuts. */
export function SectionBar(props: SectionBarProps) {
  const { box, mode, volumeText, planeCount, onChange, onMode, onRemovePlanes, onClose } = props;
  // The box when the bar opened: "Reset" returns to it, and moves are counted from it.
  const [start] = useState(box);
  return (
    <section className={css.bar} aria-label="Section box">
      <h2 className={css.title}>
        <SquareDashed size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
        <span className={css.name}>Section box</span>
      </h2>
      <span className={css.rule} />
      <span className={css.group} role="group" aria-label="Handles">
        {HANDLES.map(({ mode: own, label, icon }) => (
          <IconButton
            key={own}
            icon={icon}
            label={label}
            aria-pressed={mode === own}
            isOn={mode === own}
            onClick={() => onMode(own)}
          />
        ))}
      </span>
      <span className={css.rule} />
      <span className={css.group}>
        <AxisFields start={start} box={box} isMoving={mode === 'move'} onChange={onChange} />
        <NumberField
          variant="compact"
          label="Rotation"
          mark={<RotateCw size={14} strokeWidth={1.75} />}
          value={headingDegOf(box)}
          range={ROTATION}
          unit="°"
          onChange={(headingDeg) => onChange(turnedTo(box, headingDeg))}
        />
      </span>
      <output className={css.volume} aria-label="Volume">
        {volumeText}
      </output>
      <span className={css.rule} />
      <span className={css.group}>
        <IconButton
          icon={Slice}
          label="Add plane"
          aria-pressed={mode === 'plane'}
          isOn={mode === 'plane'}
          onClick={() => onMode(mode === 'plane' ? 'resize' : 'plane')}
        />
        <IconButton icon={Eraser} label="Remove planes" disabled={planeCount === 0} onClick={onRemovePlanes} />
        <IconButton icon={RotateCcw} label="Reset" disabled={isSameBox(start, box)} onClick={() => onChange(start)} />
        <IconButton icon={X} label="Remove section box" onClick={onClose} />
      </span>
    </section>
  );
}

/** Steps of the fields: 0.25 m and 10°, as of an export's box (specification §9 "Export"). */
const SIZE: NumberRange = { step: 0.25, decimals: 2, least: BOX_SIDE_SHORTEST };
const OFFSET: NumberRange = { step: 0.25, decimals: 2 };
const ROTATION: NumberRange = { step: 10, decimals: 0, turn: 360 };
const METRES = '\u202Fm';

const AXES = [
  { letter: 'E', direction: 'east', className: css.east },
  { letter: 'N', direction: 'north', className: css.north },
  { letter: 'U', direction: 'up', className: css.up },
] as const;

interface AxisFieldsProps {
  start: SectionBox;
  box: SectionBox;
  /** The fields hold the way from the start instead of the size. */
  isMoving: boolean;
  onChange: (box: SectionBox) => void;
}

function AxisFields({ start, box, isMoving, onChange }: AxisFieldsProps) {
  const values = isMoving ? offsetEnu(start, box) : box.size;
  return AXES.map(({ letter, direction, className }, axis) => (
    <NumberField
      key={letter}
      variant="compact"
      label={isMoving ? `Moved ${direction}` : `Size ${direction}`}
      mark={<span className={className}>{letter}</span>}
      value={values[axis]!}
      range={isMoving ? OFFSET : SIZE}
      unit={METRES}
      onChange={(metres) => onChange(isMoving ? movedTo(start, box, axis, metres) : sizedTo(box, axis, metres))}
    />
  ));
}
