import { modelType } from '@overlook/shared/config';
import {
  angleText,
  captureDateText,
  dateText,
  deltaNumber,
  fileSizeText,
  roughCountText,
} from '@overlook/shared/format';
import { formatMessage, SITE_CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { CaptureReferences, KeepRule, ManagedCapture } from '@overlook/shared/schemas';

export type CaptureState = 'draft' | 'withdrawn' | 'published';

export const stateOf = ({ publishedAt, withdrawnAt }: ManagedCapture): CaptureState =>
  publishedAt === null ? 'draft' : withdrawnAt === null ? 'published' : 'withdrawn';

/** "Point Cloud, 31 Oct 2026". */
export const captureName = ({ modeltypeId, takenOn, precision }: ManagedCapture): string =>
  formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.name'], {
    layer: modelType(modeltypeId).label,
    date: captureDateText(takenOn, precision),
  });

export const namesOf = (captures: readonly ManagedCapture[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(captures.map(captureName));

/** "38.6 million points, 9.1 GB, published 1 Nov 2026 by ana@example.com". */
export function figuresText(capture: ManagedCapture): string {
  const { points, bytes, publishedAt, createdAt, by } = capture;
  const message =
    publishedAt === null
      ? SITE_CAPTURES_MESSAGES['siteCaptures.imported']
      : SITE_CAPTURES_MESSAGES['siteCaptures.published'];
  return [
    ...(points === null
      ? []
      : [formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.points'], { count: roughCountText(points) })]),
    ...(bytes === null ? [] : [fileSizeText(bytes)]),
    formatMessage(message, { date: dateText(new Date(publishedAt ?? createdAt)), by: by ?? 'none' }),
  ].join(', ');
}

/** "Moved by hand: E −0.62, N +0.41, U −0.18 m, turned −0.80°."; null where it lies as delivered. */
export function movedText({ placement }: ManagedCapture): string | null {
  if (!placement) return null;
  const { shiftM } = placement;
  const [east, north, up] = [deltaNumber(shiftM[0]), deltaNumber(shiftM[1]), deltaNumber(shiftM[2])];
  const turn = angleText(placement.turnDeg);
  return formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.moved'], { east, north, up, turn });
}

/** "1 change and 3 Places name its date.; null where nothing does. */
export function referencesText({ places, mocs, links, measurements }: CaptureReferences): string | null {
  const count = places + mocs + measurements + links;
  if (count === 0) return null;
  const words = [
    [places, SITE_CAPTURES_MESSAGES['siteCaptures.places']],
    [mocs, SITE_CAPTURES_MESSAGES['siteCaptures.changes']],
    [measurements, SITE_CAPTURES_MESSAGES['siteCaptures.measurements']],
    [links, SITE_CAPTURES_MESSAGES['siteCaptures.links']],
  ] as const;
  const named = words.flatMap(([many, message]) => (many > 0 ? [formatMessage(message, { count: many })] : []));
  const names = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(named);
  return formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.named'], { names, count });
}

const DAYS_A_YEAR = 365;

/** The words of a rule. */
export function keepText(rule: KeepRule | null): string {
  if (rule === null) return SITE_CAPTURES_MESSAGES['siteCaptures.keepAll'];
  if (rule.kind === 'newest')
    return formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.keepNewest'], { count: rule.count });
  return rule.days % DAYS_A_YEAR === 0
    ? formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.keepYears'], { count: rule.days / DAYS_A_YEAR })
    : formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.keepDays'], { count: rule.days });
}

/** The rules that a person can choose. */
export const KEEP_RULES: readonly (KeepRule | null)[] = [
  null,
  ...[1, 2, 3, 5, 10].map((count) => ({ kind: 'newest', count }) as const),
  ...[1, 2, 5].map((years) => ({ kind: 'age', days: years * DAYS_A_YEAR }) as const),
];
