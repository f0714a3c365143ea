import { useState } from 'react';
import { dateTimeText, recentDateText } from '@overlook/shared/format';
import { UI_MESSAGES } from '@overlook/shared/messages';

/** A moment as people read it, with the exact time in the tooltip. `iso` null reads as `never`. */
export function DateWords({ iso, never = UI_MESSAGES['ui.never'] }: { iso: string | null; never?: string }) {
  const [now] = useState(() => new Date());
  if (iso === null) return <span>{never}</span>;
  const date = new Date(iso);
  return (
    <time dateTime={iso} data-tooltip={dateTimeText(date)}>
      {recentDateText(date, now)}
    </time>
  );
}
