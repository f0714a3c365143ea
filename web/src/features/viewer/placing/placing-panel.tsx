import { Redo2, ShieldCheck, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { PlaceState, PlaceTool } from '@overlook/engine';
import { captureDateText } from '@overlook/shared/format';
import { isNoMove, noMove } from '@overlook/shared/maths';
import { formatMessage, PLACING_MESSAGES } from '@overlook/shared/messages';
import type { Capture, Placement } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { setPlacingLegend } from '../../../state/placing.ts';
import { useUnsaved } from '../../../state/leaving.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Slider } from '../../../ui/inputs/slider.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { MovePart } from './move-part.tsx';
import { PairsPart } from './pairs-part.tsx';
import { placedName } from './placed-name.ts';
import { type DraftLook, type PlaceStart, usePlaceTool } from './use-place-tool.ts';
import css from './placing.module.css';

interface PlacingPanelProps {
  title: string;
  capture: Capture;
  /** Null where the site has nothing else. */
  neighbour: Capture | null;
  start: PlaceStart;
  onClose: () => void;
}

const OPACITY_START = 0.6;

/** A capture over its neighbour, moved by figures, handles, pairs of points or a fit. */
export function PlacingPanel({ title, capture, neighbour, start, onClose }: PlacingPanelProps) {
  const [look, setLook] = useState<DraftLook>({ opacity: OPACITY_START, isOneColour: true });
  const [tool, state] = usePlaceTool(capture, start, look);
  useLegend(capture, neighbour, look);
  const actions = (
    <>
      <IconButton
        icon={Undo2}
        label={PLACING_MESSAGES['placing.undo']}
        disabled={!state.canUndo}
        onClick={() => tool.undo()}
      />
      <IconButton
        icon={Redo2}
        label={PLACING_MESSAGES['placing.redo']}
        disabled={!state.canRedo}
        onClick={() => tool.redo()}
      />
    </>
  );
  return (
    <Panel title={title} actions={actions} onClose={onClose}>
      <div className={css.parts}>
        <section className={css.part} aria-label={placedName(capture)}>
          <div>
            <strong className={css.title}>{placedName(capture)}</strong>
            <p className={css.hint}>
              {neighbour
                ? formatMessage(PLACING_MESSAGES['placing.beside'], { name: placedName(neighbour) })
                : PLACING_MESSAGES['placing.alone']}
            </p>
          </div>
          <LookPart look={look} onChange={setLook} />
        </section>
        <PairsPart tool={tool} state={state} />
        <MovePart tool={tool} state={state} capture={capture} hasNeighbour={neighbour !== null} />
      </div>
      <SavePart tool={tool} state={state} capture={capture} />
    </Panel>
  );
}

/** Says on the stage which capture is which. */
function useLegend(capture: Capture, neighbour: Capture | null, { isOneColour }: DraftLook): void {
  useEffect(() => {
    if (!neighbour) return undefined;
    const date = captureDateText(capture.takenOn, capture.precision);
    setPlacingLegend({
      isOneColour,
      moved:
        capture.publishedAt === null
          ? formatMessage(PLACING_MESSAGES['placing.legendDraft'], { date })
          : formatMessage(PLACING_MESSAGES['placing.legendMoved'], { date }),
      neighbour: formatMessage(PLACING_MESSAGES['placing.legendPublished'], {
        date: captureDateText(neighbour.takenOn, neighbour.precision),
      }),
    });
    return () => setPlacingLegend(null);
  }, [capture, neighbour, isOneColour]);
}

function LookPart({ look, onChange }: { look: DraftLook; onChange: (look: DraftLook) => void }) {
  return (
    <>
      <div className={css.slider}>
        <span aria-hidden className={css.label}>
          {PLACING_MESSAGES['placing.opacity']}
        </span>
        <Slider
          label={PLACING_MESSAGES['placing.opacity']}
          value={Math.round(look.opacity * 100)}
          least={10}
          most={100}
          step={5}
          format={(percent) => `${percent} %`}
          onChange={(percent) => onChange({ ...look, opacity: percent / 100 })}
        />
      </div>
      <Segmented
        label={PLACING_MESSAGES['placing.colour']}
        segments={[
          { value: 'own', label: PLACING_MESSAGES['placing.asScanned'] },
          { value: 'one', label: PLACING_MESSAGES['placing.oneColour'] },
        ]}
        value={look.isOneColour ? 'one' : 'own'}
        onChange={(value) => onChange({ ...look, isOneColour: value === 'one' })}
      />
    </>
  );
}

const isSameMove = ({ move }: PlaceState, placement: Placement | null): boolean =>
  placement
    ? [...move.shiftM, move.turnDeg, ...move.tiltDeg].every(
        (value, i) => value === [...placement.shiftM, placement.turnDeg, ...placement.tiltDeg][i],
      )
    : isNoMove(move);

function SavePart({ tool, state, capture }: { tool: PlaceTool; state: PlaceState; capture: Capture }) {
  const { siteId, id: captureId, placement } = capture;
  const isSaved = isSameMove(state, placement);
  useUnsaved(!isSaved);
  const place = useMutation(
    procedures.captures.place.mutationOptions({
      meta: { failureText: PLACING_MESSAGES['placing.saveFailed'] },
      onSuccess: () =>
        showToast(formatMessage(PLACING_MESSAGES['placing.saved'], { name: placedName(capture) }), 'success'),
      onSettled: () => queryClient.invalidateQueries(procedures.captures.pathFilter()),
    }),
  );
  const save = () => {
    const { move, origin } = state;
    place.mutate({
      siteId,
      captureId,
      placement: isNoMove(move) ? null : { ...move, tiltDeg: [...move.tiltDeg], ...origin },
    });
  };
  return (
    <div className={css.foot}>
      <p className={css.hint}>
        <ShieldCheck size={14} strokeWidth={1.75} aria-hidden />
        {PLACING_MESSAGES['placing.stays']}
      </p>
      <div className={css.buttons}>
        <Button tone="primary" isBusy={place.isPending} disabled={isSaved} onClick={save}>
          {PLACING_MESSAGES['placing.save']}
        </Button>
        {!isNoMove(state.move) && (
          <Button tone="ghost" onClick={() => tool.setMove(noMove(state.move.pivotEcef))}>
            {PLACING_MESSAGES['placing.putBack']}
          </Button>
        )}
      </div>
    </div>
  );
}
