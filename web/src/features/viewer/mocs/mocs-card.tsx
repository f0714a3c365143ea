import { CloudOff, Download, Eye, EyeOff, ListFilter, Plus, Search, Shapes } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MOC_STATES, type MocState } from '@overlook/shared/config';
import { MESSAGES, mocsFoundText } from '@overlook/shared/messages';
import type { Moc } from '@overlook/shared/schemas';
import { fetchMocsFile, useMocs } from '../../../api/mocs.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { showToast } from '../../../state/toasts.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DisclosureCard } from '../../../ui/disclosure/disclosure-card.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-list.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { usePageSearch } from '../../../ui/page-search.ts';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { ArchivedNotice } from './archived-notice.tsx';
import { foundMocs, isFiltering, type MocFilter, NO_FILTER, stateCounts } from './found-mocs.ts';
import { MOC_STATE_LOOKS } from './moc-states.ts';
import { MocsList } from './mocs-list.tsx';
import css from './mocs-card.module.css';

interface MocsCardProps {
  siteId: number;
  /** The element that scrolls the card. */
  view: RefObject<HTMLElement | null>;
  onAdd: () => void;
}

/** The changes of a site: their list, and what is done with one of them (specification §2 "/mocs"). */
export function MocsCard({ siteId, view, onAdd }: MocsCardProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <DisclosureCard
      title="Management of Change"
      icon={Shapes}
      isOpen={isOpen}
      onOpenChange={setOpen}
      actions={
        <Gate tokens="MOC:CREATE">
          <Button tone="primary" icon={Plus} onClick={onAdd} aria-label="Add MOC">
            Add
          </Button>
        </Gate>
      }
    >
      <Mocs siteId={siteId} view={view} />
    </DisclosureCard>
  );
}

function Mocs({ siteId, view }: Pick<MocsCardProps, 'siteId' | 'view'>) {
  const { data, isError, isFetching, refetch } = useMocs(siteId);
  const [filter, setFilter] = useState(NO_FILTER);
  if (!data) {
    if (!isError) return <SkeletonList label="Loading MOCs" count={8} row={SkeletonRow} />;
    return (
      <ErrorState
        icon={CloudOff}
        title={MESSAGES['mocs.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) {
    return (
      <>
        <ArchivedNotice siteId={siteId} />
        <EmptyState icon={Shapes} title={MESSAGES['mocs.empty']} hint={MESSAGES['mocs.emptyHint']} />
      </>
    );
  }
  return (
    <>
      <ArchivedNotice siteId={siteId} />
      <FilterBar siteId={siteId} mocs={data} filter={filter} onChange={setFilter} />
      <Found mocs={data} filter={filter} view={view} onClear={() => setFilter(NO_FILTER)} />
    </>
  );
}

interface FilterBarProps {
  siteId: number;
  mocs: readonly Moc[];
  filter: MocFilter;
  onChange: (filter: MocFilter) => void;
}

const FILES = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'geojson', label: 'Export GeoJSON' },
  { format: 'bcfzip', label: 'Export BCF' },
] as const;

const fileEntries = (siteId: number): MenuEntry[] =>
  FILES.map(({ format, label }) => ({
    key: format,
    label,
    onAction: () =>
      void fetchMocsFile(siteId, format).then(
        (file) => saveFile(file, `mocs.${format}`),
        () => showToast('mocs.exportFailed', 'error'),
      ),
  }));

/** Search, filter by state, the number of changes in each, and the eye for all of them. */
function FilterBar({ siteId, mocs, filter, onChange }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  const { areMocsShown } = useSnapshot(preferences);
  const counts = stateCounts(mocs);
  const { search, states } = filter;
  const toggle = (key: string) => {
    const state = key as MocState;
    const others = states.filter((one) => one !== state);
    onChange({ ...filter, states: others.length < states.length ? others : [...states, state] });
  };
  return (
    <div className={css.filter}>
      <div className={css.line}>
        <div className={css.search}>
          <TextField
            ref={field}
            label="Search MOCs"
            isLabelHidden
            type="search"
            placeholder="Search MOCs"
            size="m"
            icon={Search}
            value={search}
            onChange={(text) => onChange({ ...filter, search: text })}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || search === '') return;
              event.preventDefault();
              onChange({ ...filter, search: '' });
            }}
          />
        </div>
        <MenuButton
          label="Filter by state"
          icon={ListFilter}
          size="m"
          sections={[
            {
              key: 'states',
              entries: MOC_STATES.map((key) => ({ key, ...MOC_STATE_LOOKS[key] })),
              ticked: states,
              onToggle: toggle,
            },
          ]}
        />
      </div>
      <div className={css.line}>
        <p className={css.counts}>
          {MOC_STATES.map((state) => `${counts[state]} ${MOC_STATE_LOOKS[state].label.toLowerCase()}`).join(' · ')}
        </p>
        <MenuButton label="Export MOCs" icon={Download} sections={[{ key: 'files', entries: fileEntries(siteId) }]} />
        <IconButton
          icon={areMocsShown ? Eye : EyeOff}
          label={areMocsShown ? 'Hide all MOCs' : 'Show MOCs'}
          size="s"
          onClick={() => setPreference('areMocsShown', !areMocsShown)}
        />
      </div>
    </div>
  );
}

interface FoundProps {
  mocs: readonly Moc[];
  filter: MocFilter;
  view: RefObject<HTMLElement | null>;
  onClear: () => void;
}

function Found({ mocs, filter, view, onClear }: FoundProps) {
  const found = foundMocs(mocs, filter);
  const isNarrowed = isFiltering(filter);
  const count = found.length;
  useEffect(() => {
    if (isNarrowed) announce(mocsFoundText(count));
  }, [isNarrowed, count]);
  if (count > 0) return <MocsList mocs={found} view={view} />;
  return (
    <EmptyState icon={Search} title={MESSAGES['mocs.noMatch']}>
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  );
}

const SkeletonRow = () => (
  <div className={css.skeletonRow}>
    <Skeleton className={css.skeletonName} />
    <Skeleton className={css.skeletonState} />
  </div>
);
