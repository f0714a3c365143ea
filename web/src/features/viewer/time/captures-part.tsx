import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { dayOf, draftIdOf, type Moment } from '@overlook/embed/links/moment';
import { captureAt, capturePoints, hasMoment, pointIndexAt } from '@overlook/embed/site/captures';
import { captureDateText, dayText } from '@overlook/shared/format';
import { formatMessage, TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { useCaptures } from '../../../api/captures.ts';
import { useCommand } from '../../../state/commands.ts';
import { momentsAt, setCaptures, setMoment, useMoments } from '../../../state/moments.ts';
import { stageChoices } from '../../../state/stage.ts';
import { swipe } from '../../../state/swipe.ts';
import { showToast } from '../../../state/toasts.ts';
import { announce } from '../../../ui/announcer.tsx';
import { DraftBar } from './draft-bar.tsx';
import { watchFailedCaptures } from './failed-captures.ts';
import { PlacingLegend } from './placing-legend.tsx';
import { momentAfter, siteCaptures } from './site-captures.ts';
import { pointDate } from './time-words.ts';

/** Tells the viewer the captures of a site, and steps through them by key. Shows that the active screen has a draft, and which capture is which while one is placed. */
export function SiteCapturesPart({ siteId }: { siteId: number }) {
  const { data, isError } = useCaptures(siteId);
  const told = useRef(new Set<Moment>());
  useEffect(() => {
    if (!data && !isError) return;
    // Without an answer the site shows what its layers are.
    setCaptures(siteCaptures(siteId, data ?? []));
    if (data) tellMissing(data, siteId, told.current);
  }, [siteId, data, isError]);
  useEffect(() => watchFailedCaptures(siteId), [siteId]);
  useCommand('stepCapture', ({ by, isSecond }) => {
    const points = capturePoints(data ?? []);
    if (points.length < 2) return;
    const place = isSecond && swipe.isOn ? 'second' : stageChoices.active;
    const { screens, second } = momentsAt(siteId);
    const before = place === 'second' ? second : (screens[place] ?? null);
    const moment = momentAfter(points, before, by);
    setMoment(siteId, place, moment);
    announce(pointDate(points[pointIndexAt(points, moment)]!));
  });
  return (
    <>
      <ShownDraft siteId={siteId} />
      <PlacingLegend />
    </>
  );
}

function ShownDraft({ siteId }: { siteId: number }) {
  const { active, layers } = useSnapshot(stageChoices);
  const { screens, captures } = useMoments(siteId);
  const moment = screens[active] ?? null;
  const layer = layers[active] ?? null;
  const capture = layer === null ? null : captures?.at(layer, moment);
  return (
    capture &&
    draftIdOf(moment) === capture.id && <DraftBar siteId={siteId} captureId={capture.id} date={capture.date} />
  );
}

/** Says once of each moment of a link that its capture is not there. */
function tellMissing(captures: readonly Capture[], siteId: number, told: Set<Moment>): void {
  const points = capturePoints(captures);
  const { screens, second } = momentsAt(siteId);
  const layers = [...stageChoices.layers, swipe.secondLayer];
  for (const [index, moment] of [...screens, ...(swipe.isOn ? [second] : [])].entries()) {
    if (hasMoment(points, moment) || told.has(moment)) continue;
    told.add(moment);
    const day = dayOf(moment);
    const shown = captureAt(captures, layers[index] ?? captures[0]?.modeltypeId ?? 0, moment)?.capture;
    if (day === null) showToast(TIME_MESSAGES['time.missingDraft']);
    else if (shown) {
      const date = captureDateText(shown.takenOn, shown.precision);
      showToast(formatMessage(TIME_MESSAGES['time.missing'], { date: dayText(day), shown: date }));
    }
  }
}
