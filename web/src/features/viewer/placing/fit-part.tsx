import { useMutation } from '@tanstack/react-query';
import { Check, Magnet, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PlaceTool, PlaceState } from '@overlook/engine';
import { roughDistanceText } from '@overlook/shared/format';
import { fittedKeptText, formatMessage, PLACING_MESSAGES } from '@overlook/shared/messages';
import type { Capture, FittedCapture } from '@overlook/shared/schemas';
import { failureOf } from '../../../api/failure.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { millimetresText } from './placed-name.ts';
import { distanceKey, placementOf, useDistance } from './use-distance.ts';
import css from './placing.module.css';

interface FitPartProps {
  tool: PlaceTool;
  state: PlaceState;
  capture: Pick<Capture, 'id' | 'siteId'>;
  hasNeighbour: boolean;
}

interface Outcome {
  readonly text: string;
  readonly isGood: boolean;
}

/** An answer, and the move that it is about. */
interface Answered extends Outcome {
  readonly move: PlaceState['move'];
}

/** Says how far the capture lies from its neighbour, and fits it to that by their points, from where it is now. */
export function FitPart({ tool, state, capture, hasNeighbour }: FitPartProps) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const tell = (next: Outcome) => {
    setAnswered({ ...next, move: tool.state.move });
    announce(next.text);
  };
  const outcome = answered?.move === state.move ? answered : null;
  const fit = useMutation(
    procedures.captures.fit.mutationOptions({
      onSuccess: (fitted) => {
        if (fitted.kind === 'fitted') {
          const { by, count, rmsM, ...move } = fitted.placement;
          tool.setMove(move, { by, count, rmsM });
        }
        tell(outcomeOf(fitted));
      },
      onError: (error) => tell({ text: failureOf(error).longMessage, isGood: false }),
    }),
  );
  const { siteId, id: captureId } = capture;
  const measured = useDistance(capture, state, hasNeighbour && !fit.isPending && !outcome);
  const shown = outcome ?? (measured && !fit.isPending ? outcomeOf(measured) : null);
  const start = () => {
    setAnswered(null);
    void queryClient.cancelQueries({ queryKey: distanceKey(captureId) });
    fit.mutate({ siteId, captureId, placement: placementOf(state) });
  };
  const alone = hasNeighbour ? null : PLACING_MESSAGES['placing.alone'];
  return (
    <>
      <Button
        icon={Magnet}
        isBusy={fit.isPending}
        disabledReason={alone ?? (measured?.kind === 'apart' ? outcomeOf(measured).text : null)}
        onClick={start}
      >
        {PLACING_MESSAGES['placing.fit']}
      </Button>
      {shown && (
        <p className={shown.isGood ? css.good : css.doubted}>
          {shown.isGood ? (
            <Check size={14} strokeWidth={1.75} aria-hidden />
          ) : (
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
          )}
          {shown.text}
        </p>
      )}
    </>
  );
}

/** From this median distance on there is no fit. */
const NEAR_M = 1;

function outcomeOf(fitted: FittedCapture): Outcome {
  if (fitted.kind === 'fitted') {
    const { placement, kept } = fitted;
    const words = formatMessage(PLACING_MESSAGES['placing.fitted'], {
      count: placement.count.toLocaleString('en-GB'),
      residual: millimetresText(placement.rmsM ?? 0),
    });
    return { text: kept.length > 0 ? `${words}. ${fittedKeptText(kept)}` : words, isGood: true };
  }
  const { distanceM, kind } = fitted;
  if (kind === 'near' && distanceM !== null) {
    const distance = roughDistanceText(distanceM, 2);
    return { text: formatMessage(PLACING_MESSAGES['placing.near'], { distance }), isGood: true };
  }
  if (distanceM !== null && distanceM <= NEAR_M) return { text: PLACING_MESSAGES['placing.noOverlap'], isGood: false };
  if (distanceM === null) return { text: PLACING_MESSAGES['placing.farApart'], isGood: false };
  const distance = roughDistanceText(distanceM, 2);
  return { text: formatMessage(PLACING_MESSAGES['placing.apart'], { distance }), isGood: false };
}
