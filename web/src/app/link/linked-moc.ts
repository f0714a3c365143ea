import { siteNamed } from '@overlook/embed/site/site-named';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import type { Site } from '@overlook/shared/schemas';
import { useCatalogue } from '../../api/catalogue.ts';
import { failureOf } from '../../api/failure.ts';
import { fetchMoc } from '../../api/mocs.ts';
import { command } from '../../state/commands.ts';
import { openMoc } from '../../state/mocs.ts';
import { preferences } from '../../state/preferences.ts';
import { selectSite } from '../../state/selected-site.ts';
import { showToast } from '../../state/toasts.ts';

interface LinkedMoc {
  /** Id or slug. */
  readonly site: string;
  readonly mocId: number;
}

/** The change that an address names by `site` and `moc`; null for none. */
function linkedMoc(search: string): LinkedMoc | null {
  const params = new URLSearchParams(search);
  const [site, moc] = [params.get('site'), params.get('moc')];
  return site !== null && moc !== null ? { site, mocId: Number(moc) } : null;
}

/** Opens the site and the card of the change that the address names, once; shows a message when there is none. */
export function useLinkedMoc(): void {
  const search = useSearch();
  const { data } = useCatalogue();
  useEffect(() => {
    const linked = linkedMoc(search);
    if (!linked || !data) return;
    history.replaceState(history.state, '', location.pathname);
    void openLinkedMoc(linked, data.sites);
  }, [search, data]);
}

async function openLinkedMoc({ site: named, mocId }: LinkedMoc, sites: readonly Site[]): Promise<void> {
  const site = sites.find(({ id }) => String(id) === named) ?? siteNamed(sites, named);
  if (!site || !(mocId > 0) || !Number.isSafeInteger(mocId)) return showToast(MOCS_MESSAGES['moc.notFound'], 'error');
  if (site.id !== preferences.selectedSiteId) selectSite(site.id);
  try {
    const { archived } = await fetchMoc({ siteId: site.id, id: mocId });
    if (archived) return showToast(MOCS_MESSAGES['moc.archived'], 'error');
    openMoc(mocId);
    command('revealMoc', mocId);
  } catch (error) {
    const isMissing = [403, 404].includes(failureOf(error).httpStatus ?? 0);
    showToast(isMissing ? MOCS_MESSAGES['moc.notFound'] : MOCS_MESSAGES['mocs.fetchFailed'], 'error');
  }
}
