import { EMBED_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { type Moment, readMoment } from '../../links/moment.ts';
import { captureAt, capturePoints, hasMoment } from '../../site/captures.ts';
import { layerName } from './layer-name.ts';
import type { LayerCapture, ViewedStage } from './viewed-stage.ts';
import type { CaptureInfo } from './viewer-api.ts';

/** What the layers show at a moment; of the newest the files that the site names. */
export const capturesAt =
  (captures: readonly Capture[], moment: Moment): LayerCapture =>
  (modeltypeId) => {
    const found = moment === null ? null : captureAt(captures, modeltypeId, moment);
    return found && { url: found.capture.filepath, takenOn: found.capture.takenOn };
  };

const reading = new WeakMap<ViewedStage, Promise<readonly Capture[]>>();

/** One request for all that ask meanwhile, so that dates are shown in the order in which a page names them. */
function readCaptures(viewed: ViewedStage): Promise<readonly Capture[]> {
  const running = reading.get(viewed) ?? viewed.captures().finally(() => reading.delete(viewed));
  reading.set(viewed, running);
  return running;
}

/** The published captures for a page, by layer and date. */
export async function captureInfos(viewed: ViewedStage): Promise<CaptureInfo[]> {
  const captures = (await readCaptures(viewed)).filter(({ publishedAt }) => publishedAt !== null);
  return captures.map(({ modeltypeId, takenOn, precision, isCurrent }) => ({
    layer: layerName(modeltypeId)!,
    date: takenOn,
    precision,
    isNewest: isCurrent,
  }));
}

/** Shows a moment that a page names. Rejects with RangeError for one that there is not. */
export async function showDate(viewed: ViewedStage, moment: Moment): Promise<void> {
  if (moment !== null && !(moment && readMoment(moment)))
    throw new RangeError(formatMessage(EMBED_MESSAGES['embed.noDate'], { date: String(moment) }));
  const captures = await readCaptures(viewed);
  const points = capturePoints(captures);
  if (!hasMoment(points, moment)) {
    const known = points.filter(({ isDraft }) => !isDraft).map(({ takenOn }) => takenOn);
    const text = formatMessage(EMBED_MESSAGES['embed.noCapture'], { date: moment!, known: known.join(', ') });
    throw new RangeError(text);
  }
  viewed.showMoment(moment, capturesAt(captures, moment));
}
