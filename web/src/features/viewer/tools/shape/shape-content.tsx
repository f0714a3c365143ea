import { Info, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { forTouch, formatMessage, SHAPE_MESSAGES } from '@overlook/shared/messages';
import { useSnapshot } from 'valtio';
import { carryOverride, drawBesides, dropOverride } from '../../../../state/tools.ts';
import { preferences } from '../../../../state/preferences.ts';
import { announce } from '../../../../ui/announcer.tsx';
import { Button } from '../../../../ui/button/button.tsx';
import { Segmented } from '../../../../ui/inputs/segmented.tsx';
import { useIsTouch } from '../../../../ui/use-is-touch.ts';
import { useTool } from '../use-tool.ts';
import css from '../cards.module.css';
import { SaveButton } from '../saved/save-button.tsx';
import type { NamedSubject } from '../saved/subjects.ts';
import { findSurface } from './find-surface.ts';
import { intervalText, isSeenFromOneSide, shapeFacts, shapeName, shapeStandard } from './shape-text.ts';
import { type AskedSurface, type ShapeState, ShapeTool, type SurfaceKind } from './shape-tool.ts';

const KINDS: readonly { readonly value: SurfaceKind; readonly label: string }[] = [
  { value: 'cylinder', label: SHAPE_MESSAGES['shape.cylinder'] },
  { value: 'plane', label: SHAPE_MESSAGES['shape.plane'] },
  { value: 'sphere', label: SHAPE_MESSAGES['shape.sphere'] },
];
const HINTS = {
  cylinder: SHAPE_MESSAGES['shape.hintCylinder'],
  sphere: SHAPE_MESSAGES['shape.hintSphere'],
  plane: SHAPE_MESSAGES['shape.hintPlane'],
} as const;
const REFUSALS = {
  fewPoints: SHAPE_MESSAGES['shape.fewPoints'],
  noSurface: SHAPE_MESSAGES['shape.noSurface'],
  otherShape: SHAPE_MESSAGES['shape.otherShape'],
  uncertain: SHAPE_MESSAGES['shape.uncertain'],
} as const;

/** What the open card holds. Its tool has the clicks as long as it is mounted. */
export function ShapeContent() {
  const [tool] = useState(() => new ShapeTool(findSurface, (refusal) => REFUSALS[refusal]));
  const state = useTool(tool);
  const { kind, isAsking, problem, surfaces } = state;
  const { units } = useSnapshot(preferences);
  const isTouch = useIsTouch();
  const hint = isTouch ? forTouch(HINTS[kind]) : HINTS[kind];
  useEffect(() => {
    carryOverride(tool, hint, { hasCard: true });
    drawBesides(tool, null);
  }, [tool, hint]);
  useEffect(
    () => () => {
      tool.cancel();
      dropOverride(tool);
      drawBesides(null, null);
    },
    [tool],
  );
  useSpoken(state);
  const shown = problem || isAsking ? null : surfaces.at(-1)?.surface;
  return (
    <>
      <div className={css.modes}>
        <Segmented
          label={SHAPE_MESSAGES['shape.kind']}
          segments={KINDS}
          value={kind}
          onChange={(chosen) => tool.setKind(chosen)}
        />
      </div>
      {isAsking && <p className={css.prompt}>{SHAPE_MESSAGES['shape.asking']}</p>}
      {!isAsking && !problem && !shown && <p className={css.prompt}>{hint}</p>}
      {problem && (
        <p className={css.note}>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
          <span>{problem}</span>
        </p>
      )}
      {shown && (
        <>
          <p className={css.result}>
            <span className={css.value}>{shapeName(shown)}</span>
            <span className={css.what}>{shapeStandard(shown)}</span>
          </p>
          <dl className={css.facts}>
            {shapeFacts(shown, units).map(({ name, value }) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
          {isSeenFromOneSide(shown) && (
            <p className={css.note}>
              <Info size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
              <span>{SHAPE_MESSAGES['shape.oneSide']}</span>
            </p>
          )}
        </>
      )}
      {surfaces.length > 0 && (
        <div className={css.actions}>
          <SaveButton subjects={() => surfaces.map(subjectOf)} />
          <Button onClick={() => tool.clear()}>{SHAPE_MESSAGES['shape.clear']}</Button>
        </div>
      )}
    </>
  );
}

/** A surface as it is saved: the pick, from which the server fits it again. */
const subjectOf = ({ surface, captureId, pickEcef: [x, y, z] }: AskedSurface): NamedSubject => ({
  name: shapeName(surface),
  subject: { what: 'shape', kind: surface.kind, captureId, pick: [x, y, z] },
});

/** Tells the outcome of a click. */
function useSpoken({ problem, surfaces }: ShapeState): void {
  useEffect(() => {
    if (problem) announce(problem);
  }, [problem]);
  useEffect(() => {
    const surface = surfaces.at(-1)?.surface;
    if (!surface) return;
    const name = KINDS.find(({ value }) => value === surface.kind)!.label;
    const [value, interval] = [shapeName(surface), intervalText(surface) ?? shapeFacts(surface, 'metric')[0]!.value];
    announce(formatMessage(SHAPE_MESSAGES['shape.spoken'], { name, value, interval }));
  }, [surfaces]);
}
