import { Eye, EyeOff } from 'lucide-react';
import { pointClass } from '@overlook/shared/config';
import { numberText } from '@overlook/shared/format';
import type { StagePoints } from '@overlook/engine';
import { STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { setClassHidden } from '../../../../state/point-colors.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import css from './point-colors-panel.module.css';

interface ClassListProps {
  counts: StagePoints['classes'];
  hiddenClasses: readonly number[];
  /** The points have the colours of their classes. */
  isColored: boolean;
}

/** The classes on view and those that are hidden, each with its points and an eye. */
export function ClassList({ counts, hiddenClasses, isColored }: ClassListProps) {
  const pointsOf = new Map(counts);
  const codes = [...new Set([...pointsOf.keys(), ...hiddenClasses])].sort((a, b) => a - b);
  return (
    <ul className={css.list} aria-label={STAGE_MESSAGES['stage.classes']}>
      {codes.map((code) => {
        const { label, color } = pointClass(code);
        const isHidden = hiddenClasses.includes(code);
        return (
          <li key={code} className={css.row} data-hidden={isHidden || undefined}>
            {isColored && (
              <span className={css.swatch} style={isHidden ? undefined : { background: color }} aria-hidden />
            )}
            <span className={css.name}>{label}</span>
            <span className={css.figure}>{numberText(pointsOf.get(code) ?? 0, 0)}</span>
            <IconButton
              size="s"
              icon={isHidden ? EyeOff : Eye}
              label={
                isHidden
                  ? formatMessage(STAGE_MESSAGES['stage.show'], { label })
                  : formatMessage(STAGE_MESSAGES['stage.hide'], { label })
              }
              onClick={() => setClassHidden(code, !isHidden)}
            />
          </li>
        );
      })}
    </ul>
  );
}
