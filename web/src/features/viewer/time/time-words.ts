import { captureAt, type CapturePoint } from '@overlook/embed/site/captures';
import { MODEL_TYPES, modelType } from '@overlook/shared/config';
import { captureDateText } from '@overlook/shared/format';
import { formatMessage, onlyLayersText, TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture, DatePrecision } from '@overlook/shared/schemas';

const PRECISIONS: readonly DatePrecision[] = ['day', 'published', 'month'];

/** The date of a point, as exactly as one of its captures knows it: "14 Mar 2026". */
export const pointDate = ({ takenOn, captures }: CapturePoint): string =>
  captureDateText(
    takenOn,
    PRECISIONS.find((precision) => captures.some((one) => one.precision === precision)) ?? 'year',
  );

/** A date with its year needs this distance to its neighbours, CSS pixels. */
const YEAR_ROOM_PX = 64;

/** The dates under the points: the year stands at its first one, where there is room. `xs` are the places of the points. */
export function pointLabels(points: readonly CapturePoint[], xs: readonly number[]): string[] {
  return points.map((point, index) => {
    const whole = pointDate(point);
    const year = point.takenOn.slice(0, 4);
    const isFirst = points[index - 1]?.takenOn.slice(0, 4) !== year;
    const neighbours = [xs[index - 1], xs[index + 1]].filter((x) => x !== undefined);
    const hasRoom = neighbours.every((x) => Math.abs(x - xs[index]!) >= YEAR_ROOM_PX);
    return (isFirst && hasRoom) || whole === year ? whole : whole.slice(0, -year.length).trim();
  });
}

/** What a layer shows at a point where it has no capture; null where it has one, or none at all. */
export function elsewhereText(point: CapturePoint, captures: readonly Capture[], layer: number): string | null {
  const found = captureAt(captures, layer, point.isDraft ? point.moment : point.takenOn);
  if (!found || found.fit === 'exact') return null;
  const { takenOn, precision } = found.capture;
  const message = found.fit === 'begins' ? TIME_MESSAGES['time.begins'] : TIME_MESSAGES['time.stays'];
  return formatMessage(message, { layer: modelType(layer).label, date: captureDateText(takenOn, precision) });
}

/** What a point has, and what the shown layers show instead where they have nothing. */
export function pointDetails(point: CapturePoint, captures: readonly Capture[], layers: readonly number[]): string[] {
  const labels = MODEL_TYPES.filter(({ id }) => point.captures.some(({ modeltypeId }) => modeltypeId === id)).map(
    ({ label }) => label,
  );
  const elsewhere = [...new Set(layers)].flatMap((layer) => elsewhereText(point, captures, layer) ?? []);
  if (point.isDraft) {
    return [
      formatMessage(TIME_MESSAGES['time.draftOf'], { layer: labels.join() }),
      TIME_MESSAGES['time.othersNeverSeeIt'],
      ...elsewhere,
    ];
  }
  const published = new Set(captures.flatMap((one) => (one.publishedAt === null ? [] : one.modeltypeId)));
  return [...(labels.length < published.size ? [onlyLayersText(labels)] : []), ...elsewhere];
}

/** Whether one of the shown layers has a capture at a point. */
export const isAtPoint = ({ captures }: CapturePoint, layers: readonly number[]): boolean =>
  captures.some(({ modeltypeId }) => layers.includes(modeltypeId));
