import { Pause, Upload } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { formatMessage, UPLOAD_SENDING_MESSAGES } from '@overlook/shared/messages';
import { leave } from '../../../state/leaving.ts';
import { sendingSum } from '../../../state/sending-sum.ts';
import { uploads } from '../../../state/uploads.ts';
import css from './uploads-line.module.css';

/** What is sent to sites while it is; it opens their list. */
export function UploadsLine() {
  const [, navigate] = useLocation();
  const sum = sendingSum(useSnapshot(uploads).sendings);
  if (!sum) return null;
  const { count, percent, siteId, isPaused } = sum;
  const Icon = isPaused ? Pause : Upload;
  return (
    <button
      type="button"
      className={css.uploads}
      data-paused={isPaused}
      onClick={() => leave(() => navigate(`/settings/sites/${siteId}/upload`))}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {formatMessage(UPLOAD_SENDING_MESSAGES['uploadSending.line'], { count, percent })}
    </button>
  );
}
