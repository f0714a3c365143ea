import { CloudOff, Plus, Search, Shapes } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mocsFoundText, MOCS_MESSAGES } from '@overlook/shared/messages';
import type { MocSummary } from '../../../api/moc-list.ts';
import { useMocs } from '../../../api/mocs.ts';
import { useCommand } from '../../../state/commands.ts';
import { leave, leaving } from '../../../state/leaving.ts';
import { mocs as mocsStore } from '../../../state/mocs.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { DisclosureCard } from '../../../ui/disclosure/disclosure-card.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { ArchivedNotice } from './archived-notice.tsx';
import { BcfImportPart, ImportBcfButton } from './bcf-import.tsx';
import { foundMocs, isFiltering, type MocFilter, NO_FILTER } from './found-mocs.ts';
import { MocsFilterBar } from './mocs-filter-bar.tsx';
import { MocsList } from './mocs-list.tsx';
import { type BcfImporter, useBcfImporter } from './use-bcf-import.ts';
import { SkeletonRow } from './skeleton-row.tsx';
import { useMocFilter } from './use-moc-filter.ts';

interface MocsCardProps {
  siteId: number;
  /** The element that scrolls the card. */
  view: RefObject<HTMLElement | null>;
  onAdd: () => void;
}

/** The changes of a site: their list, and the actions on one of them (specification §2 "/mocs"). */
export function MocsCard({ siteId, view, onAdd }: MocsCardProps) {
  const [isOpen, setOpen] = useState(true);
  useCommand('revealMoc', () => setOpen(true));
  const importer = useBcfImporter(siteId);
  return (
    <DisclosureCard
      title={MOCS_MESSAGES['moc.managementOfChange']}
      icon={Shapes}
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => leave(() => setOpen(isNowOpen))}
      actions={
        <Gate tokens="MOC:CREATE">
          <Button tone="primary" icon={Plus} onClick={onAdd} aria-label={MOCS_MESSAGES['moc.addMoc']}>
            {MOCS_MESSAGES['moc.add']}
          </Button>
        </Gate>
      }
    >
      <Mocs siteId={siteId} view={view} importer={importer} />
    </DisclosureCard>
  );
}

const NONE: readonly MocSummary[] = [];

interface MocsProps extends Pick<MocsCardProps, 'siteId' | 'view'> {
  importer: BcfImporter;
}

function Mocs({ siteId, view, importer }: MocsProps) {
  const { data, isError, isFetching, refetch } = useMocs(siteId);
  const [filter, setFilter] = useMocFilter(data ?? NONE);
  if (!data) {
    if (!isError) return <SkeletonList label={MOCS_MESSAGES['moc.loadingMocs']} count={8} row={SkeletonRow} />;
    return (
      <ErrorState
        icon={CloudOff}
        title={MOCS_MESSAGES['mocs.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) {
    return (
      <>
        <ArchivedNotice siteId={siteId} />
        <BcfImportPart importer={importer} />
        <EmptyState icon={Shapes} title={MOCS_MESSAGES['mocs.empty']} hint={MOCS_MESSAGES['mocs.emptyHint']}>
          <Gate tokens="MOC:CREATE">
            <ImportBcfButton importer={importer} />
          </Gate>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ArchivedNotice siteId={siteId} />
      <BcfImportPart importer={importer} />
      <MocsFilterBar
        siteId={siteId}
        mocs={data}
        filter={filter}
        onChange={setFilter}
        onImport={() => importer.input.current?.click()}
      />
      <Found mocs={data} filter={filter} view={view} onClear={() => setFilter(NO_FILTER)} />
    </>
  );
}

interface FoundProps {
  mocs: readonly MocSummary[];
  filter: MocFilter;
  view: RefObject<HTMLElement | null>;
  onClear: () => void;
}

function Found({ mocs, filter, view, onClear }: FoundProps) {
  const { openId } = useSnapshot(mocsStore);
  // A search does not close the open card, because unsaved input would be lost.
  const keptId = useSnapshot(leaving).unsaved > 0 ? openId : null;
  const found = foundMocs(mocs, filter, keptId);
  const isNarrowed = isFiltering(filter);
  const count = found.length;
  useEffect(() => {
    if (isNarrowed) announce(mocsFoundText(count));
  }, [isNarrowed, count]);
  if (count > 0) return <MocsList mocs={found} view={view} />;
  return (
    <EmptyState icon={Search} title={MOCS_MESSAGES['mocs.noMatch']}>
      <Button onClick={onClear}>{MOCS_MESSAGES['moc.clearFilters']}</Button>
    </EmptyState>
  );
}
