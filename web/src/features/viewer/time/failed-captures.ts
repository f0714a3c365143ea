import { subscribe } from 'valtio';
import type { Moment } from '@overlook/embed/links/moment';
import { formatMessage, TIME_MESSAGES } from '@overlook/shared/messages';
import { capturesOf, moments, momentsAt, setMoment, type TimePlace } from '../../../state/moments.ts';
import { stageChoices } from '../../../state/stage.ts';
import { swipe } from '../../../state/swipe.ts';
import { showToast } from '../../../state/toasts.ts';
import { watchStages } from '../../../state/watch-stages.ts';

const SECOND = 'second';

function momentOf(siteId: number, place: TimePlace): Moment {
  const { screens, second } = momentsAt(siteId);
  return place === SECOND ? second : (screens[place] ?? null);
}

/** Takes a screen back to the moment before where the files of its capture cannot be read, and says so. */
export function watchFailedCaptures(siteId: number): () => void {
  const places: TimePlace[] = [...stageChoices.layers.keys(), SECOND];
  const now = new Map(places.map((place) => [place, momentOf(siteId, place)]));
  const before = new Map<TimePlace, Moment>();
  const note = () => {
    for (const place of places) {
      const moment = momentOf(siteId, place);
      if (moment !== now.get(place)) before.set(place, now.get(place) ?? null);
      now.set(place, moment);
    }
  };
  const fail = (url: string, place: TimePlace) => {
    const layer = place === SECOND ? swipe.secondLayer : (stageChoices.layers[place] ?? null);
    const capture = layer === null ? null : capturesOf(siteId)?.at(layer, momentOf(siteId, place));
    const [moment, last] = [momentOf(siteId, place), before.get(place)];
    if (!capture || last === undefined || new URL(capture.url, location.href).href !== url) return;
    setMoment(siteId, place, last);
    // The one that failed is nowhere to go back to.
    before.delete(place);
    const text = formatMessage(TIME_MESSAGES['time.notOpened'], { date: capture.date });
    showToast(text, 'error', () => setMoment(siteId, place, moment));
  };
  const undo = [
    subscribe(moments, note, true),
    watchStages((stage, index) =>
      stage.on('tileError', ({ url, final }) => {
        if (!final) return;
        fail(url, index);
        if (swipe.isOn && index === stageChoices.active) fail(url, SECOND);
      }),
    ),
  ];
  return () => undo.forEach((step) => step());
}
