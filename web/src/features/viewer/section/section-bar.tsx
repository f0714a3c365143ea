import { Eraser, RotateCcw, Slice, SquareDashed, X } from 'lucide-react';
import { useState } from 'react';
import type { SectionBox } from '@overlook/engine';
import { TOOLS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { AxisFields, RotationField } from '../../../parts/box/axis-fields.tsx';
import { BOX_MODES } from '../../../parts/box/box-modes.ts';
import { isSameBox } from '../../../parts/box/section-box.ts';
import type { SectionMode } from '../../../state/section.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import bar from '../../../ui/hud-bar.module.css';
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

/** The section box in figures, at the bottom of the screen it cuts. */
export function SectionBar(props: SectionBarProps) {
  const { box, mode, volumeText, planeCount, onChange, onMode, onRemovePlanes, onClose } = props;
  // The box when the bar opened: "Reset" returns to it, and moves are counted from it.
  const [start] = useState(box);
  return (
    <section className={classNames(bar.bar, css.bar)} aria-label={TOOLS_MESSAGES['section.sectionBox']}>
      <h2 className={bar.title}>
        <SquareDashed size={16} strokeWidth={1.75} aria-hidden className={classNames(bar.icon, css.icon)} />
        <span className={css.name}>{TOOLS_MESSAGES['section.sectionBox']}</span>
      </h2>
      <span className={classNames(bar.rule, css.rule)} />
      <span className={css.group} role="group" aria-label={TOOLS_MESSAGES['section.handles']}>
        {BOX_MODES.map(({ value: own, label, icon }) => (
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
      <span className={classNames(bar.rule, css.rule)} />
      <span className={css.group}>
        <AxisFields variant="compact" start={start} box={box} isMoving={mode === 'move'} onChange={onChange} />
        <RotationField variant="compact" box={box} onChange={onChange} />
      </span>
      <output className={classNames(bar.figure, css.volume)} aria-label={TOOLS_MESSAGES['section.volume']}>
        {volumeText}
      </output>
      <span className={classNames(bar.rule, css.rule)} />
      <span className={css.group}>
        <IconButton
          icon={Slice}
          label={TOOLS_MESSAGES['section.addPlane']}
          aria-pressed={mode === 'plane'}
          isOn={mode === 'plane'}
          onClick={() => onMode(mode === 'plane' ? 'resize' : 'plane')}
        />
        <IconButton
          icon={Eraser}
          label={TOOLS_MESSAGES['section.removePlanes']}
          disabled={planeCount === 0}
          onClick={onRemovePlanes}
        />
        <IconButton
          icon={RotateCcw}
          label={COMMON_MESSAGES['common.reset']}
          disabled={isSameBox(start, box)}
          onClick={() => onChange(start)}
        />
        <IconButton icon={X} label={TOOLS_MESSAGES['section.removeSectionBox']} onClick={onClose} />
      </span>
    </section>
  );
}
