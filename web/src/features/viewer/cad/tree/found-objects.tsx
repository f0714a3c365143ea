import { ChevronDown, ChevronUp, SearchX } from 'lucide-react';
import { hitsText, onlyFirstText, CAD_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../../../ui/status/state-message.tsx';
import { Skeleton, SkeletonList } from '../../../../ui/status/skeleton.tsx';
import { ObjectTree } from './object-tree.tsx';
import { useChoice } from './use-choice.tsx';
import type { Found, Search } from './use-found.ts';
import type { HitSteps } from './use-hit-steps.ts';
import css from './object-search.module.css';

interface FoundObjectsProps {
  siteId: number;
  search: Search;
  steps: HitSteps;
  selectedIds: ReadonlySet<number>;
  onClear: () => void;
}

/** The objects that a search has found, each in its place in the tree; the rest of the tree is hidden. */
export function FoundObjects({ siteId, search, steps, selectedIds, onClear }: FoundObjectsProps) {
  const { found, isBehind } = search;
  if (search.hasFailed) {
    return (
      <ErrorState
        icon={SearchX}
        title={CAD_MESSAGES['cad.searchFailed']}
        isRetrying={search.isFetching}
        onRetry={search.retry}
      />
    );
  }
  if (!found) return <SkeletonList label={CAD_MESSAGES['cad.searching']} count={5} row={skeletonRow} />;
  if (found.total === 0) {
    return (
      <EmptyState icon={SearchX} title={CAD_MESSAGES['cad.noHits']} hint={CAD_MESSAGES['cad.noHitsHint']}>
        <Button onClick={onClear}>{CAD_MESSAGES['cad.clearTheSearch']}</Button>
      </EmptyState>
    );
  }
  return (
    <div
      className={classNames(css.found, isBehind && css.behind)}
      aria-busy={isBehind}
      role="group"
      aria-label={CAD_MESSAGES['cad.searchResults']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClear();
      }}
    >
      <div className={css.bar}>
        <p className={css.count}>{hitsText(found.total, found.isTotalExact)}</p>
        <IconButton
          icon={ChevronUp}
          label={CAD_MESSAGES['cad.previousObject']}
          keys="Shift+Enter"
          size="s"
          onClick={() => steps.step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label={CAD_MESSAGES['cad.nextObject']}
          keys="Enter"
          size="s"
          onClick={() => steps.step(1)}
        />
      </div>
      <Rows key={found.query} {...{ siteId, found, steps, selectedIds }} />
      {found.hasMoreFailed && (
        <p className={css.note} role="alert">
          {CAD_MESSAGES['cad.levelFailed']}
          <Button tone="ghost" isBusy={found.isLoadingMore} onClick={() => void found.loadMore()}>
            {CAD_MESSAGES['cad.retry']}
          </Button>
        </p>
      )}
      {!found.hasMore && !found.isTotalExact && <p className={css.note}>{onlyFirstText(found.total)}</p>}
    </div>
  );
}

interface RowsProps {
  siteId: number;
  found: Found;
  steps: HitSteps;
  selectedIds: ReadonlySet<number>;
}

function Rows({ siteId, found, steps, selectedIds }: RowsProps) {
  const choice = useChoice(siteId, selectedIds);
  const isIdle = found.hasMore && !found.isLoadingMore && !found.hasMoreFailed;
  return (
    <>
      <ObjectTree
        siteId={siteId}
        tree={found.tree}
        found={found}
        selectedIds={selectedIds}
        reveal={steps.reveal}
        actions={{
          toggle: (_way, { id }, isWanted) => found.toggle([id], isWanted),
          select: choice.select,
          flyTo: choice.flyTo,
          showMenu: choice.showMenu,
          ...(isIdle && { reachEnd: () => void found.loadMore() }),
        }}
      />
      {choice.menu}
    </>
  );
}

const skeletonRow = () => <Skeleton className={css.skeleton} />;
