import { conflict } from '../../errors/app-error.ts';
import type { LayerName } from '../../storage/layers.ts';
import type { ImportRequest } from '../import-request.ts';
import { captureDay, captureDayText } from './capture-day.ts';
import type { CaptureRow } from './stored-captures.ts';

/**
 * The capture whose place an import of its layer takes; null for a further one, and for a draft. `published` are those of the layer, newest
 * first. Throws `AppError` CONFLICT where one may not be replaced, and what `captureDay` throws.
 */
export function replacedCapture(
  published: readonly CaptureRow[],
  { slug, replace, captured, draft }: ImportRequest,
  layer: LayerName,
): CaptureRow | null {
  const day = captured === undefined ? null : captureDay(captured);
  if (draft) return null;
  const before = day ? published.find(({ takenOn }) => takenOn === day.takenOn) : published[0];
  if (!before || replace) return before ?? null;
  throw day
    ? conflict(
        `The site “${slug}” has a capture of its ${layer} layer of ${captureDayText(before)} already. Add --replace to replace it.`,
      )
    : conflict(
        `The site “${slug}” has a ${layer} layer already. Add --captured with a date to keep both, or --replace to replace it.`,
      );
}
