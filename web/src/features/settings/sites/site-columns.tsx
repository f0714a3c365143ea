import { dateText, fileSizeText } from '@overlook/shared/format';
import { formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { useCatalogue } from '../../../api/catalogue.ts';
import { siteAvatarUrl } from '../../../api/site-avatar.ts';
import { SiteAvatar } from '../../../ui/site-avatar.tsx';
import type { DataColumn } from '../../../ui/table/data-table.tsx';
import { NameCell } from '../parts/list/name-cell.tsx';
import { SiteStateTag } from './site-state-tag.tsx';
import { layersText, newestOf } from './sites-store.ts';
import css from './sites.module.css';

/** Picture, name and short name. Those who may not view a site see the picture that was uploaded for it. */
function SiteCell({ site }: { site: ManagedSite }) {
  const { data } = useCatalogue();
  const seen = data?.sites.find(({ id }) => id === site.id);
  return (
    <span className={css.site} data-archived={site.archivedAt !== null}>
      <SiteAvatar url={site.avatar ?? (seen ? siteAvatarUrl(seen) : null)} className={css.picture} />
      <span className={css.words}>
        <NameCell name={site.name} detail={site.slug} />
      </span>
    </span>
  );
}

/** What it shows, and since when. */
function LayersCell({ site }: { site: ManagedSite }) {
  const newest = newestOf(site);
  const photos =
    site.photos > 0 ? formatMessage(MANAGE_SITES_MESSAGES['manageSites.photos'], { count: site.photos }) : '';
  const since =
    newest === null
      ? ''
      : formatMessage(MANAGE_SITES_MESSAGES['manageSites.newest'], {
          date: dateText(new Date(newest)),
        });
  return (
    <NameCell
      name={layersText(site) || MANAGE_SITES_MESSAGES['manageSites.noneYet']}
      detail={[since, photos].filter(Boolean).join(', ')}
    />
  );
}

/** The columns of the list. The narrowest windows show the site and its state. */
export const SITE_COLUMNS: readonly DataColumn<ManagedSite>[] = [
  {
    key: 'name',
    title: MANAGE_SITES_MESSAGES['manageSites.site'],
    widthPercent: 36,
    render: (site) => <SiteCell site={site} />,
  },
  {
    key: 'layers',
    title: MANAGE_SITES_MESSAGES['manageSites.layersAndNewest'],
    from: 'tablet',
    widthPercent: 30,
    render: (site) => <LayersCell site={site} />,
  },
  {
    key: 'bytes',
    title: MANAGE_SITES_MESSAGES['manageSites.size'],
    kind: 'number',
    from: 'tablet',
    render: ({ bytes }) => (bytes === null ? MANAGE_SITES_MESSAGES['manageSites.counting'] : fileSizeText(bytes)),
  },
  {
    key: 'state',
    title: MANAGE_SITES_MESSAGES['manageSites.state'],
    render: (site) => <SiteStateTag site={site} />,
  },
];
