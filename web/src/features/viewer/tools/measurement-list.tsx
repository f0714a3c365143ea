import { Trash2 } from 'lucide-react';
import type { MeasureState, MeasureTool } from '@overlook/engine';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { modeOf } from './measure-modes.ts';
import { measureResult } from '@overlook/embed/controls/measure-result';
import { TOOLS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import css from './cards.module.css';

/** Every measurement on the model, newest first; a press shows one in full. */
export function MeasurementList({ tool, state }: { tool: MeasureTool; state: MeasureState }) {
  const { measurements, shown, units } = state;
  return (
    <ul className={css.list} aria-label={TOOLS_MESSAGES['tools.measurements']}>
      {measurements.toReversed().map((measurement) => {
        const { id, mode, points } = measurement;
        const value = measureResult(measurement, units)?.value ?? '–';
        return (
          <li key={id} className={css.item} data-shown={measurement === shown}>
            <button
              type="button"
              className={css.itemButton}
              aria-current={measurement === shown || undefined}
              onClick={() => tool.selectPoint(points[0]!.id)}
            >
              {modeOf(mode).label}
              <span className={css.itemValue}>{value}</span>
            </button>
            <span className={css.itemEnd}>
              <IconButton
                icon={Trash2}
                size="s"
                label={formatMessage(TOOLS_MESSAGES['tools.remove'], { number: value })}
                onClick={() => tool.remove(id)}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
