import { useQuery } from '@tanstack/react-query';
import { Boxes, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { CAD_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { CadItem } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { procedures } from '../../../api/queries.ts';
import { cadSite } from '../../../state/cad-capture.ts';
import { cad, setTreeSide, type TreeSide } from '../../../state/cad.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { usePageSearch } from '../../../ui/page-search.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import { ItemDetails } from './details/item-details.tsx';
import { FilterButton } from './filter/filter-button.tsx';
import { FoundObjects } from './tree/found-objects.tsx';
import { FullTree } from './tree/full-tree.tsx';
import { SearchField } from './tree/search-field.tsx';
import { type Branch, treeOf } from './tree/tree-rows.ts';
import { type Search, useFound } from './tree/use-found.ts';
import { type HitSteps, useHitSteps } from './tree/use-hit-steps.ts';
import css from './cad-panel.module.css';

interface CadPanelProps {
  siteId: number;
  /** The element that it is in. */
  panel: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** On a phone one at a time has all the room. */
const SIDES: readonly Segment<TreeSide>[] = [
  { value: 'objects', label: CAD_MESSAGES['cad.objects'] },
  { value: 'metadata', label: CAD_MESSAGES['cad.metadata'] },
];

/** The object tree with its search and filter, and below it the data of the last selected object. */
export function CadPanel({ siteId, panel, onClose }: CadPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { selected, side } = useSnapshot(cad);
  const [query, setQuery] = useState('');
  const root = useQuery(procedures.cad.root.queryOptions(cadSite(siteId)));
  const search = useFound(siteId, query);
  const steps = useHitSteps(siteId, search);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isPhone = useLayout() === 'phone';
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  const clear = () => {
    setQuery('');
    field.current?.focus();
  };
  const isAway = (other: TreeSide) => isPhone && side !== other;
  return (
    <>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          {CAD_MESSAGES['cad.objectTree']}
        </h1>
        <FilterButton siteId={siteId} panel={panel} />
        <IconButton icon={X} label={COMMON_MESSAGES['common.close']} onClick={onClose} />
      </div>
      {isPhone && (
        <div className={css.search}>
          <Segmented label={CAD_MESSAGES['cad.objectTree']} segments={SIDES} value={side} onChange={setTreeSide} />
        </div>
      )}
      <div className={css.search} hidden={isAway('objects')}>
        <SearchField ref={field} value={query} onChange={setQuery} search={search} steps={steps} />
      </div>
      <div className={css.objects} hidden={isAway('objects')}>
        {root.isError && (
          <ErrorState
            icon={TriangleAlert}
            title={CAD_MESSAGES['cad.treeFailed']}
            reason={sentenceOf(failureOf(root.error))}
            isRetrying={root.isFetching}
            onRetry={() => void root.refetch()}
          />
        )}
        {root.isPending && <SkeletonList label={CAD_MESSAGES['cad.loadingObjects']} count={8} row={skeletonRow} />}
        {root.data?.total === 0 && (
          <EmptyState icon={Boxes} title={CAD_MESSAGES['cad.empty']} hint={CAD_MESSAGES['cad.emptyHint']} />
        )}
        {root.data && root.data.total > 0 && (
          <Objects siteId={siteId} roots={root.data} query={query} search={search} steps={steps} onClear={clear} />
        )}
      </div>
      <section className={css.details} aria-label={CAD_MESSAGES['cad.metadata']} hidden={isAway('metadata')}>
        <ItemDetails siteId={siteId} itemId={selected.at(-1)?.id ?? null} />
      </section>
    </>
  );
}

interface ObjectsProps {
  siteId: number;
  /** The uppermost objects: the first of them, and how many there are. */
  roots: { readonly items: readonly CadItem[]; readonly total: number };
  query: string;
  search: Search;
  steps: HitSteps;
  onClear: () => void;
}

/** The tree, or the objects found in it; open branches stay open during a search. */
function Objects({ siteId, roots, query, search, steps, onClear }: ObjectsProps) {
  const { selected } = useSnapshot(cad);
  const [tree, setTree] = useState<Branch>(() => treeOf(roots));
  const selectedIds = new Set(selected.map(({ id }) => id));
  if (query.trim() !== '') return <FoundObjects {...{ siteId, search, steps, selectedIds, onClear }} />;
  return <FullTree siteId={siteId} tree={tree} onTree={setTree} selectedIds={selectedIds} />;
}

const skeletonRow = () => <Skeleton className={css.row} />;
