import { useQuery } from '@tanstack/react-query';
import { Boxes, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MESSAGES } from '@overlook/shared/messages';
import type { CadItem } from '@overlook/shared/schemas';
import { failureOf } from '../../api/failure.ts';
import { procedures, queryClient } from '../../api/queries.ts';
import { cad, select } from '../../state/cad.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { type Segment, Segmented } from '../../ui/choice/segmented.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/state-message.tsx';
import { Skeleton, SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { useLayout } from '../../ui/use-layout.ts';
import { ItemDetails } from './details/item-details.tsx';
import { FilterButton } from './filter/filter-button.tsx';
import { ItemMenu } from './tree/item-menu.tsx';
import { Hits, SearchField } from './tree/object-search.tsx';
import { ObjectTree, type TreeTarget } from './tree/object-tree.tsx';
import { type Branch, branch, openedTo } from './tree/tree-rows.ts';
import type { Reveal } from './tree/use-active-row.ts';
import { selectItems } from './use-selection.ts';
import css from './cad-panel.module.css';

interface CadPanelProps {
  siteId: number;
  onClose: () => void;
}

type Side = 'objects' | 'metadata';

/** On a phone one at a time has all the room. */
const SIDES: readonly Segment<Side>[] = [
  { value: 'objects', label: 'Objects' },
  { value: 'metadata', label: 'Metadata' },
];

/** The object tree with its search and filter, and below it what is known of the object selected last. */
export function CadPanel({ siteId, onClose }: CadPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { selected } = useSnapshot(cad);
  const [query, setQuery] = useState('');
  const root = useQuery(procedures.cad.root.queryOptions({ siteId }));
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const selectedIds = new Set(selected.map(({ id }) => id));
  const isPhone = useLayout() === 'phone';
  const [side, setSide] = useState<Side>('objects');
  const isAway = (other: Side) => isPhone && side !== other;
  return (
    <>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          Object tree
        </h1>
        <FilterButton siteId={siteId} />
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {isPhone && (
        <div className={css.search}>
          <Segmented label="Object tree" segments={SIDES} value={side} onChange={setSide} />
        </div>
      )}
      <div className={css.search} hidden={isAway('objects')}>
        <SearchField value={query} onChange={setQuery} />
      </div>
      <div className={css.objects} hidden={isAway('objects')}>
        {root.isError && (
          <ErrorState
            icon={TriangleAlert}
            title={MESSAGES['cad.treeFailed']}
            reason={failureOf(root.error).longMessage}
            isRetrying={root.isFetching}
            onRetry={() => void root.refetch()}
          />
        )}
        {root.isPending && <SkeletonList label="Loading objects" count={8} row={skeletonRow} />}
        {root.data?.total === 0 && (
          <EmptyState icon={Boxes} title={MESSAGES['cad.empty']} hint={MESSAGES['cad.emptyHint']} />
        )}
        {root.data && root.data.total > 0 && query.trim() !== '' && (
          <Hits
            siteId={siteId}
            query={query}
            selectedIds={selectedIds}
            onChoose={(hit) => void selectItems(siteId, [hit])}
          />
        )}
        {root.data && root.data.total > 0 && query.trim() === '' && (
          <Tree siteId={siteId} total={root.data.total} selectedIds={selectedIds} />
        )}
      </div>
      <section className={css.details} aria-label="Metadata" hidden={isAway('metadata')}>
        <ItemDetails siteId={siteId} itemId={selected.at(-1)?.id ?? null} />
      </section>
    </>
  );
}

interface TreeProps {
  siteId: number;
  total: number;
  selectedIds: ReadonlySet<number>;
}

function Tree({ siteId, total, selectedIds }: TreeProps) {
  const [tree, setTree] = useState<Branch>(() => branch(null, total));
  const [menu, setMenu] = useState<TreeTarget | null>(null);
  const [reveal, setReveal] = useState<Reveal | null>(null);
  /** What was chosen in the tree itself is in sight already. */
  const chosenHere = useRef<number | null>(null);
  const newest = useSnapshot(cad).selected.at(-1)?.id ?? null;
  useEffect(() => {
    if (newest === null || newest === chosenHere.current) return;
    const show = async () => {
      const { ancestors, item } = await queryClient.fetchQuery(
        procedures.cad.pathTo.queryOptions({ siteId, itemId: newest }),
      );
      setTree((before) => openedTo(before, ancestors));
      setReveal({ way: [...ancestors, item].map(({ index }) => index) });
    };
    // Not found in the tree: it stays as it is, and the details below say what is wrong.
    show().catch(() => undefined);
  }, [siteId, newest]);
  const choose = (item: CadItem, isAdded: boolean) => {
    chosenHere.current = item.id;
    if (!isAdded && selectedIds.size === 1 && selectedIds.has(item.id)) return select([]);
    void selectItems(siteId, [item], isAdded);
  };
  return (
    <>
      <ObjectTree
        siteId={siteId}
        tree={tree}
        onTree={setTree}
        selectedIds={selectedIds}
        reveal={reveal}
        onSelect={choose}
        onMenu={setMenu}
      />
      {menu && <ItemMenu siteId={siteId} target={menu} selectedIds={selectedIds} onClose={() => setMenu(null)} />}
    </>
  );
}

const skeletonRow = () => <Skeleton className={css.row} />;
