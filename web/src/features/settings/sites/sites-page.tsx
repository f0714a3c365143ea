import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { procedures } from '../../../api/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListBody, listFailure } from '../../../ui/table/list-body.tsx';
import { ListSearch } from '../../../ui/table/list-search.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { useMayCreateSites } from './may-create-sites.ts';
import { OrderSwitch, OrderTable, OrderTools } from './order-sites.tsx';
import { SITE_COLUMNS } from './site-columns.tsx';
import { foundSites, SITE_STATES, type SiteState, sitesList, STATE_WORDS, stateOf } from './sites-store.ts';
import { SiteMenu, useSiteActions } from './use-site-actions.tsx';
import css from './sites.module.css';

const PATH = '/settings/sites';
/** An import that runs is shown as it goes on, and sizes when they are counted. */
const PROGRESS_READ_MS = 2000;

const isAtWork = ({ importing, bytes }: ManagedSite) => importing !== null || bytes === null;

/** The sites that the user may manage, archived ones included. */
export function SitesPage() {
  const [, navigate] = useLocation();
  const { search, state } = useSnapshot(sitesList.query);
  const list = useQuery(
    procedures.managedSites.all.queryOptions(undefined, {
      staleTime: 0,
      meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.fetchFailed'] },
      refetchInterval: ({ state: { data } }) => (data?.sites.some(isAtWork) ? PROGRESS_READ_MS : false),
    }),
  );
  const { actions, dialog } = useSiteActions();
  const sites = list.data?.sites ?? null;
  const found = sites && foundSites(sites, search);
  const shown = found?.filter((site) => state === 'all' || stateOf(site) === state) ?? null;
  const edit = ({ id }: ManagedSite) => navigate(`${PATH}/${id}/edit`);
  const newButton = useNewButton();
  const { isOrdering, resets, order, orderByName } = useOrdering();
  const columns = [
    ...SITE_COLUMNS,
    {
      key: 'actions',
      title: MANAGE_SITES_MESSAGES['manageSites.actions'],
      kind: 'actions' as const,
      render: (site: ManagedSite) => <SiteMenu site={site} actions={actions} onEdit={() => edit(site)} />,
    },
  ];
  return (
    <Page
      title={MANAGE_SITES_MESSAGES['manageSites.sites']}
      isFlush
      actions={
        newButton && (
          <>
            {sites && sites.length > 1 && <OrderSwitch isOn={isOrdering} onChange={order} />}
            {newButton}
          </>
        )
      }
      tools={isOrdering ? <OrderTools onReset={orderByName} /> : <Tools found={found} />}
    >
      <ListBody
        count={shown && shown.length}
        isFiltered={search !== '' || state !== 'all'}
        onClearFilters={sitesList.reset}
        empty={{
          icon: Building2,
          title: MANAGE_SITES_MESSAGES['manageSites.empty'],
          hint: newButton
            ? MANAGE_SITES_MESSAGES['manageSites.emptyCreateHint']
            : MANAGE_SITES_MESSAGES['manageSites.emptyHint'],
          action: newButton,
        }}
        failure={listFailure(list, MANAGE_SITES_MESSAGES['manageSites.fetchFailed'])}
      >
        {isOrdering ? (
          <OrderTable key={resets} sites={sites} />
        ) : (
          <DataTable label={MANAGE_SITES_MESSAGES['manageSites.sites']} columns={columns} items={shown} onOpen={edit} />
        )}
      </ListBody>
      {list.data && <Space sites={list.data.sites} freeBytes={list.data.freeBytes} />}
      {dialog}
    </Page>
  );
}

/** Whether rows are ordered by hand, and how often the order of names was put back. */
function useOrdering() {
  const [isOrdering, setOrdering] = useState(false);
  const [resets, setResets] = useState(0);
  const order = (isOn: boolean) => {
    // Places are among all sites.
    sitesList.reset();
    setOrdering(isOn);
  };
  return { isOrdering, resets, order, orderByName: () => setResets((count) => count + 1) };
}

/** Null for those who may not create sites. */
function useNewButton() {
  const [, navigate] = useLocation();
  const isPhone = useLayout() === 'phone';
  if (!useMayCreateSites()) return null;
  const label = MANAGE_SITES_MESSAGES['manageSites.newSite'];
  const open = () => navigate(`${PATH}/new`);
  if (isPhone) return <IconButton icon={Plus} label={label} size="l" onClick={open} />;
  return (
    <Button tone="primary" size="l" icon={Plus} onClick={open}>
      {label}
    </Button>
  );
}

/** Search and state, with how many sites are in each. */
function Tools({ found }: { found: readonly ManagedSite[] | null }) {
  const { search, state } = useSnapshot(sitesList.query);
  const isPhone = useLayout() === 'phone';
  const countOf = (of: SiteState) => found?.filter((site) => stateOf(site) === of).length ?? 0;
  const states = [
    { value: 'all' as const, label: `${MANAGE_SITES_MESSAGES['manageSites.all']} ${found?.length ?? ''}`.trim() },
    // A state that no site has is no filter, unless it is the chosen one.
    ...SITE_STATES.filter((of) => countOf(of) > 0 || of === state).map((of) => ({
      value: of,
      label: `${STATE_WORDS[of]} ${countOf(of)}`,
    })),
  ];
  const choose = (chosen: SiteState | 'all') => sitesList.change({ state: chosen });
  return (
    <>
      <ListSearch
        of={MANAGE_SITES_MESSAGES['manageSites.search']}
        value={search}
        onChange={(text) => sitesList.change({ search: text })}
      />
      {isPhone ? (
        <Select
          label={MANAGE_SITES_MESSAGES['manageSites.state']}
          options={states.map(({ value, label }) => ({ key: value, label }))}
          value={state}
          onChange={choose}
        />
      ) : (
        <Segmented
          label={MANAGE_SITES_MESSAGES['manageSites.state']}
          segments={states}
          value={state}
          onChange={choose}
        />
      )}
    </>
  );
}

/** The space that is used and free. */
function Space({ sites, freeBytes }: { sites: readonly ManagedSite[]; freeBytes: number | null }) {
  const isCounted = sites.every(({ bytes }) => bytes !== null);
  const used = sites.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  if (freeBytes === null || !isCounted) return null;
  return (
    <footer className={css.foot}>
      {formatMessage(MANAGE_SITES_MESSAGES['manageSites.freeSpace'], {
        used: fileSizeText(used),
        free: fileSizeText(freeBytes),
      })}
    </footer>
  );
}
