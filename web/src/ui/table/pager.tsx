import { ChevronLeft, ChevronRight } from 'lucide-react';
import { COMMON_MESSAGES, UI_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../button/icon-button.tsx';
import css from './list-parts.module.css';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** "1 to 50 of 248" and the buttons for the other pages. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min((page - 1) * pageSize + 1, total);
  const to = Math.min(page * pageSize, total);
  return (
    <div className={css.pager}>
      <span className={css.range}>{total === 0 ? COMMON_MESSAGES['common.none'] : `${from} to ${to} of ${total}`}</span>
      {pages > 1 && (
        <>
          <IconButton
            icon={ChevronLeft}
            label={UI_MESSAGES['ui.previousPage']}
            disabled={page <= 1}
            onClick={() => onPage(Math.min(page, pages) - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label={UI_MESSAGES['ui.nextPage']}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </>
      )}
    </div>
  );
}
