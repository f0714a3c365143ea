import { draftIdOf, type Moment } from '@overlook/embed/links/moment';
import { captureAt, type CapturePoint, capturePoints, pointIndexAt } from '@overlook/embed/site/captures';
import { captureDateText } from '@overlook/shared/format';
import type { Capture } from '@overlook/shared/schemas';
import type { ShownCapture, SiteCaptures } from '../../../state/moments.ts';

const shownOf = ({ id, filepath, takenOn, precision, isCurrent }: Capture): ShownCapture => ({
  id,
  isCurrent,
  url: filepath,
  takenOn,
  date: captureDateText(takenOn, precision),
});

/**
 * What the viewer asks about the captures of a site. There is something to choose once a layer has two: layers that were published
 * on different days, once each, are one state of the site.
 */
export function siteCaptures(siteId: number, captures: readonly Capture[]): SiteCaptures {
  const countOf = (modeltypeId: number): number => captures.filter((one) => one.modeltypeId === modeltypeId).length;
  const areSeveral = captures.some(({ modeltypeId, publishedAt }) => countOf(modeltypeId) > 1 || publishedAt === null);
  const shown = new Map(captures.map((capture) => [capture.id, shownOf(capture)]));
  const published = capturePoints(captures).filter(({ isDraft }) => !isDraft);
  return {
    siteId,
    areSeveral,
    newestDay: published.at(-1)?.takenOn ?? null,
    at(modeltypeId, moment) {
      const found = areSeveral ? captureAt(captures, modeltypeId, moment) : null;
      return found && shown.get(found.capture.id)!;
    },
    draftedLayer(moment) {
      const id = draftIdOf(moment);
      return captures.find((one) => one.id === id && one.publishedAt === null)?.modeltypeId ?? null;
    },
    countOf,
    momentBeside({ id }) {
      const points = capturePoints(captures);
      const { modeltypeId } = captures.find((one) => one.id === id) ?? {};
      const own = points.filter((point) => point.captures.some((one) => one.modeltypeId === modeltypeId));
      const at = own.findIndex((point) => point.captures.some((one) => one.id === id));
      return (own[at - 1] ?? own[at + 1])?.moment ?? null;
    },
  };
}

/** The moment of a point after the one at which a moment stands, or before it for negative numbers; the last where there is no further. */
export function momentAfter(points: readonly CapturePoint[], moment: Moment, by: number): Moment {
  const index = Math.min(points.length - 1, Math.max(0, pointIndexAt(points, moment) + by));
  return points[index]?.moment ?? null;
}
