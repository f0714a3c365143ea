import { Info, Trash2, TriangleRight } from 'lucide-react';
import { forTouch, TOOLS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { AngleTool } from '@overlook/engine';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useIsTouch } from '../../../ui/use-is-touch.ts';
import { angleNotes, angleValue, shownAngle } from '@overlook/embed/controls/angle-result';
import type { CardProps } from './card-props.ts';
import { HistoryButtons } from './history-buttons.tsx';
import { ResultActions, ResultMenu } from './result-actions.tsx';
import { ToolPending } from './tool-pending.tsx';
import { useTools } from '../../../state/session-tools.ts';
import { useTool } from './use-tool.ts';
import { ToolCard } from './tool-card.tsx';
import css from './cards.module.css';

/** Angles at the second of three points. */
export function AngleCard(props: CardProps) {
  const tool = useTools()?.angle;
  return (
    <ToolCard
      title={TOOLS_MESSAGES['tools.angleMeasureMode']}
      icon={TriangleRight}
      actions={tool && <AngleHead tool={tool} />}
      {...props}
    >
      {tool ? <AngleContent tool={tool} /> : <ToolPending />}
    </ToolCard>
  );
}

function AngleHead({ tool }: { tool: AngleTool }) {
  const isEmpty = useTool(tool).angles.length === 0;
  return (
    <>
      <HistoryButtons tool={tool} />
      <ResultMenu tool={tool} isEmpty={isEmpty} />
    </>
  );
}

function AngleContent({ tool }: { tool: AngleTool }) {
  const state = useTool(tool);
  const shown = shownAngle(state);
  const isTouch = useIsTouch();
  const notes = shown ? angleNotes(shown, state.units) : '';
  return (
    <>
      {shown?.angleDeg == null && (
        <p className={css.prompt}>{isTouch ? forTouch(TOOLS_MESSAGES['angle.hint']) : TOOLS_MESSAGES['angle.hint']}</p>
      )}
      {shown?.angleDeg != null && (
        <p className={css.result}>
          <span className={css.value}>{angleValue(shown, state.units)}</span>
        </p>
      )}
      {notes !== '' && (
        <p className={css.note}>
          <Info size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
          <span>{notes}</span>
        </p>
      )}
      {state.angles.length > 1 && (
        <ul className={css.list} aria-label={TOOLS_MESSAGES['tools.angles']}>
          {state.angles
            .map((angle, index) => (
              <li key={angle.id} className={css.item} data-shown={angle === shown}>
                <button
                  type="button"
                  className={css.itemButton}
                  aria-current={angle === shown || undefined}
                  onClick={() => tool.selectPoint(angle.points[0]!.id)}
                >
                  {formatMessage(TOOLS_MESSAGES['tools.angle'], { number: index + 1 })}
                  <span className={css.itemValue}>{angleValue(angle, state.units)}</span>
                </button>
                <span className={css.itemEnd}>
                  <IconButton
                    icon={Trash2}
                    size="s"
                    label={formatMessage(TOOLS_MESSAGES['tools.removeAngle'], { number: index + 1 })}
                    onClick={() => tool.remove(angle.id)}
                  />
                </span>
              </li>
            ))
            .toReversed()}
        </ul>
      )}
      <ResultActions tool={tool} isEmpty={state.angles.length === 0} />
    </>
  );
}
