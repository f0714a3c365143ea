import { Info, Ruler } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import type { Measurement, MeasureState, MeasureTool } from '@overlook/engine';
import { forTouch, TOOLS_MESSAGES } from '@overlook/shared/messages';
import { announce } from '../../../ui/announcer.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { useIsTouch } from '../../../ui/use-is-touch.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import type { CardProps } from './card-props.ts';
import { HistoryButtons } from './history-buttons.tsx';
import { LegTable } from './leg-table.tsx';
import { MeasurementList } from './measurement-list.tsx';
import { MEASURE_MODES, modeOf } from './measure-modes.ts';
import { activeLegOf, measureNotes, measureResult, measureSpoken } from '@overlook/embed/controls/measure-result';
import { ResultActions, ResultMenu } from './result-actions.tsx';
import { ToolPending } from './tool-pending.tsx';
import { useTools } from '../../../state/session-tools.ts';
import { useTool } from './use-tool.ts';
import { ToolCard } from './tool-card.tsx';
import css from './cards.module.css';

/** Distances, heights, areas and distances from planes. */
export function MeasureCard(props: CardProps) {
  const tool = useTools()?.measure;
  return (
    <ToolCard
      title={TOOLS_MESSAGES['tools.measureMode']}
      icon={Ruler}
      actions={tool && <MeasureHead tool={tool} />}
      {...props}
    >
      {tool ? <MeasureContent tool={tool} /> : <ToolPending />}
    </ToolCard>
  );
}

function MeasureHead({ tool }: { tool: MeasureTool }) {
  const isEmpty = useTool(tool).measurements.length === 0;
  return (
    <>
      <HistoryButtons tool={tool} />
      <ResultMenu tool={tool} isEmpty={isEmpty} />
    </>
  );
}

function MeasureContent({ tool }: { tool: MeasureTool }) {
  const state = useTool(tool);
  const { mode, shown, isDrawing, measurements } = state;
  useSpoken(state);
  const isTouch = useIsTouch();
  const isWaiting = !shown || (shown.mode !== mode && !isDrawing);
  return (
    <>
      <div className={css.modes}>
        <Segmented
          label={TOOLS_MESSAGES['tools.mode']}
          segments={MEASURE_MODES}
          value={mode}
          onChange={(chosen) => tool.setMode(chosen)}
        />
      </div>
      {isWaiting && <p className={css.prompt}>{isTouch ? forTouch(modeOf(mode).hint) : modeOf(mode).hint}</p>}
      {shown && !isWaiting && <ShownMeasurement tool={tool} state={state} shown={shown} />}
      {measurements.length > (isWaiting ? 0 : 1) && <MeasurementList tool={tool} state={state} />}
      <ResultActions tool={tool} isEmpty={measurements.length === 0} />
    </>
  );
}

interface ShownMeasurementProps {
  tool: MeasureTool;
  state: MeasureState;
  shown: Measurement;
}

function ShownMeasurement({ tool, state, shown }: ShownMeasurementProps) {
  const { units, activePointId } = state;
  const isPhone = useLayout() === 'phone';
  // Four legs fit a half sheet without it, and the table has the total.
  const isInTable = isPhone && shown.mode === 'distance' && shown.legs.length > 0;
  const result = isInTable ? null : measureResult(shown, units);
  const notes = measureNotes(shown, units);
  return (
    <>
      {result && (
        <p className={css.result}>
          <span className={css.value}>{result.value}</span>
          <span className={css.what}>{result.what}</span>
        </p>
      )}
      {result && result.facts.length > 0 && (
        <dl className={css.facts}>
          {result.facts.map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {shown.legs.length > 0 && (
        <LegTable
          key={shown.id}
          legs={shown.legs}
          total={shown.total}
          points={shown.points.length}
          active={activeLegOf(shown, activePointId)}
          units={units}
          onActivate={(index) => tool.selectLeg(shown.id, index)}
        />
      )}
      {notes !== '' && (
        <p className={css.note}>
          <Info size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
          <span>{notes}</span>
        </p>
      )}
    </>
  );
}

/** Announces the measurement after a click on the model; not the one that existed when the card opened. */
function useSpoken({ shown, units }: MeasureState): void {
  const step = shown ? `${shown.id}/${shown.points.length}/${shown.isDone}` : '';
  const spokenStep = useRef(step);
  useEffect(() => {
    if (step === spokenStep.current) return;
    spokenStep.current = step;
    const sentence = shown ? measureSpoken(shown, units) : '';
    if (sentence !== '') announce(sentence);
  }, [step, shown, units]);
}
