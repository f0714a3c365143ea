import { formatMessage, listed } from './format-message.ts';

/** The captures of a site in time. */
export const TIME_MESSAGES = {
  'time.fetchFailed': 'There was a problem fetching the captures',
  'time.captures': 'Captures',
  'time.hide': 'Hide captures',
  'time.earlier': 'Earlier capture',
  'time.later': 'Later capture',
  'time.play': 'Play through the captures',
  'time.stop': 'Stop',
  'time.today': 'Today',
  'time.oneIsADraft': '{count}, one is a draft',
  'time.someAreDrafts': '{count}, {drafts} are drafts',
  'time.moment': 'Date, {place}',
  'time.momentOfAll': 'Date',
  'time.only': '{layers} only.',
  'time.begins': '{layer} begins on {date}.',
  'time.stays': '{layer} stays at {date}.',
  'time.hasNone': '{layer} has no capture of {date}.',
  'time.draftOf': 'Draft of {layer}.',
  'time.draft': 'Draft',
  'time.othersNeverSeeIt': 'Others never see it.',
  'time.missing': 'There is no capture of {date} any more. {shown} is shown.',
  'time.missingDraft': 'That draft is no longer there. The newest capture is shown.',
  'time.notOpened': '{date} could not be opened',
  'time.onlyYouSeeIt': 'Draft of {date}: only you see it',
  'time.openTheSite': 'Open its page',
  'time.swipe': 'Swipe two captures',
} as const;

/** How many captures there are, drafts among them: "6, one is a draft". */
export function capturesCountText(count: number, drafts: number): string {
  if (drafts === 0) return String(count);
  return drafts === 1
    ? formatMessage(TIME_MESSAGES['time.oneIsADraft'], { count })
    : formatMessage(TIME_MESSAGES['time.someAreDrafts'], { count, drafts });
}

/** Which layers have a capture at a date that others have not: "Point Cloud only." */
export const onlyLayersText = (layers: readonly string[]): string =>
  formatMessage(TIME_MESSAGES['time.only'], { layers: listed(layers) });
