import { Building2, CloudOff, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { hasEveryWord } from '@overlook/shared/format';
import { SITES_MESSAGES } from '@overlook/shared/messages';
import type { Site } from '@overlook/shared/schemas';
import { siteToShow, useCatalogue, useInstanceInfo } from '../../../api/catalogue.ts';
import { selectSite, useSelectedSiteId } from '../../../state/selected-site.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { useIsTouch } from '../../../ui/use-is-touch.ts';
import { usePageSearch } from '../../../ui/page-search.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SiteRow } from './site-row.tsx';
import css from './sites-panel.module.css';

/** The site selector list (specification §2 "/sites"). */
export function SitesPanel({ onClose }: { onClose: () => void }) {
  const instance = useInstanceInfo();
  const count = useCatalogue().data?.sites.length ?? 0;
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  const isTouch = useIsTouch();
  // After the panel has taken the focus. By touch, the keyboard would cover the list.
  useEffect(() => {
    if (!isTouch) field.current?.focus();
  }, [isTouch]);
  return (
    <Panel
      title={SITES_MESSAGES['sites.sites']}
      onClose={onClose}
      actions={count > 0 && <span className={css.count}>{count}</span>}
    >
      <div className={css.search}>
        <TextField
          ref={field}
          label={SITES_MESSAGES['sites.searchSites']}
          isLabelHidden
          type="search"
          placeholder={SITES_MESSAGES['sites.searchSites']}
          size="m"
          icon={Search}
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return;
            event.preventDefault();
            setSearch('');
          }}
        />
      </div>
      <div className={css.body}>
        <SiteList search={search} onClearSearch={() => setSearch('')} />
      </div>
      <p className={css.version}>
        {instance?.productName ?? PRODUCT_NAME} {instance?.version ?? PRODUCT_VERSION}
      </p>
    </Panel>
  );
}

function SiteList({ search, onClearSearch }: { search: string; onClearSearch: () => void }) {
  const [, navigate] = useLocation();
  const catalogue = useCatalogue();
  const selectedSiteId = useSelectedSiteId();
  if (!catalogue.data) {
    if (!catalogue.isError)
      return <SkeletonList label={SITES_MESSAGES['sites.loadingSites']} count={8} row={SkeletonRow} />;
    return (
      <ErrorState
        icon={CloudOff}
        title={SITES_MESSAGES['sites.fetchFailed']}
        isRetrying={catalogue.isFetching}
        onRetry={catalogue.retry}
      />
    );
  }
  const { sites, modelsBySite } = catalogue.data;
  if (sites.length === 0) {
    return (
      <EmptyState icon={Building2} title={SITES_MESSAGES['sites.empty']} hint={SITES_MESSAGES['sites.emptyHint']} />
    );
  }
  const found = sites.filter((site) => hasEveryWord(site.name, search));
  if (found.length === 0) {
    return (
      <EmptyState icon={Search} title={SITES_MESSAGES['sites.noMatch']}>
        <Button onClick={onClearSearch}>{SITES_MESSAGES['sites.clearSearch']}</Button>
      </EmptyState>
    );
  }
  const current = siteToShow(catalogue.data, selectedSiteId);
  const choose = (site: Site) => {
    selectSite(site.id);
    navigate('/');
  };
  return (
    <ul className={css.list}>
      {found.map((site) => (
        <SiteRow
          key={site.id}
          site={site}
          models={modelsBySite.get(site.id) ?? []}
          isCurrent={site.id === current?.id}
          onChoose={() => choose(site)}
        />
      ))}
    </ul>
  );
}

const SkeletonRow = () => (
  <div className={css.skeletonRow}>
    <Skeleton className={css.skeletonThumb} />
    <div className={css.skeletonLines}>
      <Skeleton className={css.skeletonName} />
      <Skeleton className={css.skeletonLayers} />
    </div>
  </div>
);
