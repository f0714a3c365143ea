import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, importText, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { Upload } from '@overlook/shared/schemas';
import type { Sending } from '../../../../../state/uploads.ts';
import { layerName } from '../plan/part-words.ts';

/** "Textured, Point Cloud, 1,613 files, 2.4 GB". */
export function partsText({ parts, bytes }: Upload): string {
  const files = parts.reduce((sum, part) => sum + part.files, 0);
  return [
    ...parts.map(({ part }) => layerName(part)),
    formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.filesOnly'], { count: files }),
    fileSizeText(bytes),
  ].join(', ');
}

const sentOf = (sent: number, all: number): string =>
  formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.sentOf'], { sent: fileSizeText(sent), all: fileSizeText(all) });

/** What was sent, the rate and the remaining time. */
export function sendingText({ state, sentBytes, bytes, bytesPerS }: Readonly<Sending>): string {
  const sent = sentOf(sentBytes, bytes);
  if (state === 'waiting') return `${sent} • ${UPLOAD_PAGE_MESSAGES['uploadPage.waiting']}`;
  if (state !== 'sending') return sent;
  if (sentBytes >= bytes) return `${sent} • ${UPLOAD_PAGE_MESSAGES['uploadPage.checking']}`;
  if (bytesPerS === null) return `${sent} • ${UPLOAD_PAGE_MESSAGES['uploadPage.measuring']}`;
  const rate = formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.rate'], { rate: fileSizeText(bytesPerS) });
  return bytesPerS > 0 ? `${sent} • ${rate} • ${remainingText((bytes - sentBytes) / bytesPerS)}` : `${sent} • ${rate}`;
}

/** Seconds in words; a forecast has no more than two figures. */
function remainingText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return UPLOAD_PAGE_MESSAGES['uploadPage.seconds'];
  if (minutes < 100) return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.minutes'], { minutes });
  return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.hours'], { hours: Math.round(minutes / 60) });
}

/** What another person's page, or an earlier one, has sent. */
export const receivedText = ({ receivedBytes, bytes }: Upload): string => sentOf(receivedBytes, bytes);

/** How the import is. */
export const workText = ({ progress }: Upload): string =>
  importText({ state: 'running', isCancelling: false, progress, reason: null });

/** "14:22:08", in the reader's time zone. */
function clockText(atMs: number): string {
  const date = new Date(atMs);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}

/** Why sending rests, and when it is tried again. */
export function pauseText({ reason, nextTryAt }: Readonly<Sending>): string {
  const time = clockText(nextTryAt ?? Date.now());
  return reason === null
    ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.lost'], { time })
    : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.pausedBy'], { reason, time });
}
