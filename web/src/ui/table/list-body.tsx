import { CloudOff, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { UI_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import { EmptyState, ErrorState } from '../status/state-message.tsx';
import css from './list-parts.module.css';

interface ListBodyProps {
  /** How many rows there are; null while nothing is known. */
  count: number | null;
  isFiltered: boolean;
  onClearFilters: () => void;
  /** Shown when there is nothing at all. */
  empty: { icon: LucideIcon; title: string; hint: string; action: ReactNode };
  /** Shown when no row fits the search and the filters. */
  nothing?: { title: string; hint?: string };
  /** Shown when the list could not be loaded. */
  failure: { title: string; isRetrying: boolean; onRetry: () => void } | null;
  hasBulkBar?: boolean;
  children: ReactNode;
}

interface LoadedList {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** The message of a list that could not be loaded; null otherwise. */
export const listFailure = (list: LoadedList, title: string): ListBodyProps['failure'] =>
  list.isError ? { title, isRetrying: list.isFetching, onRetry: () => void list.refetch() } : null;

/** The table of a list, or in its place the reason why there is none and a remedy. */
export function ListBody(props: ListBodyProps) {
  const { count, isFiltered, onClearFilters, empty, failure, hasBulkBar = false, children } = props;
  const { nothing = { title: UI_MESSAGES['ui.nothingFitsTheSearch'] } } = props;
  if (failure) {
    return (
      <div className={css.middle}>
        <ErrorState icon={CloudOff} {...failure} />
      </div>
    );
  }
  if (count === 0) {
    return (
      <div className={css.middle}>
        {isFiltered ? (
          <EmptyState icon={SearchX} {...nothing}>
            <Button onClick={onClearFilters}>{UI_MESSAGES['ui.clearFilters']}</Button>
          </EmptyState>
        ) : (
          <EmptyState icon={empty.icon} title={empty.title} hint={empty.hint}>
            {empty.action}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <div className={css.scroll} data-bulk={hasBulkBar}>
      {children}
    </div>
  );
}
