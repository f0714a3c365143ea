import { Move3d, Pencil } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import { formatMessage, PLACING_MESSAGES, TIME_MESSAGES } from '@overlook/shared/messages';
import { leave } from '../../../state/leaving.ts';
import { placeCapture } from '../../../parts/place-capture.ts';
import { Button } from '../../../ui/button/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import bar from '../../../ui/hud-bar.module.css';
import css from './draft-bar.module.css';

interface DraftBarProps {
  siteId: number;
  captureId: number;
  /** Date of the draft. */
  date: string;
}

/** Over the stage while a draft is shown. */
export function DraftBar({ siteId, captureId, date }: DraftBarProps) {
  return (
    <div className={classNames(bar.bar, css.draft)} role="status">
      <span className={bar.title}>
        <Pencil size={14} strokeWidth={1.75} aria-hidden className={bar.icon} />
        {formatMessage(TIME_MESSAGES['time.onlyYouSeeIt'], { date })}
      </span>
      <Button icon={Move3d} onClick={() => placeCapture(captureId)}>
        {PLACING_MESSAGES['placing.byHand']}
      </Button>
      <Button tone="ghost" onClick={() => leave(() => navigate(`/settings/sites/${siteId}/edit`))}>
        {TIME_MESSAGES['time.openTheSite']}
      </Button>
    </div>
  );
}
