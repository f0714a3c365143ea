import { Pencil } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import { formatMessage, TIME_MESSAGES } from '@overlook/shared/messages';
import { leave } from '../../../state/leaving.ts';
import { Button } from '../../../ui/button/button.tsx';
import bar from '../../../ui/hud-bar.module.css';

interface DraftBarProps {
  siteId: number;
  /** Date of the draft. */
  date: string;
}

/** Over a screen that shows a draft. */
export function DraftBar({ siteId, date }: DraftBarProps) {
  return (
    <div className={bar.bar} role="status">
      <span className={bar.title}>
        <Pencil size={14} strokeWidth={1.75} aria-hidden className={bar.icon} />
        {formatMessage(TIME_MESSAGES['time.onlyYouSeeIt'], { date })}
      </span>
      <Button tone="ghost" onClick={() => leave(() => navigate(`/settings/sites/${siteId}`))}>
        {TIME_MESSAGES['time.openTheSite']}
      </Button>
    </div>
  );
}
