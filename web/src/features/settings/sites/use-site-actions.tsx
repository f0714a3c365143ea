import { Archive, ArchiveRestore, Ellipsis, Eye, OctagonX, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { COMMON_MESSAGES, formatMessage, MANAGE_SITES_MESSAGES, SETTINGS_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { useCatalogue } from '../../../api/catalogue.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { setPreference } from '../../../state/preferences.ts';
import { showToast } from '../../../state/toasts.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { stateOf } from './sites-store.ts';
import { DeleteSiteDialog } from './delete-site-dialog.tsx';

/** The lists that a change of a site changes: those of managers, and what everybody views. */
export function sitesChanged(): void {
  for (const list of [procedures.managedSites, procedures.sites, procedures.models, procedures.modelGroups])
    void queryClient.invalidateQueries(list.pathFilter());
}

/** The change of a site that waits for a confirmation. */
interface Asked {
  what: 'archive' | 'delete';
  site: ManagedSite;
}

/** Archiving, restoring and deleting sites, with the dialog that asks first. */
export function useSiteActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const [, navigate] = useLocation();
  const { data } = useCatalogue();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const meta = { failureText: MANAGE_SITES_MESSAGES['manageSites.changeFailed'] } as const;
  const done = (text: string) => ({
    meta,
    onSuccess: () => showToast(text, 'success'),
    onSettled: () => (close(), sitesChanged()),
  });
  const archive = useMutation(
    procedures.managedSites.archive.mutationOptions(done(MANAGE_SITES_MESSAGES['manageSites.archivedNow'])),
  );
  const restore = useMutation(
    procedures.managedSites.restore.mutationOptions(done(MANAGE_SITES_MESSAGES['manageSites.restored'])),
  );
  const isSeen = (site: ManagedSite) => data?.sites.some(({ id }) => id === site.id) ?? false;
  const actions = {
    isSeen,
    open(site: ManagedSite) {
      setPreference('selectedSiteId', site.id);
      navigate('/');
    },
    archive: (site: ManagedSite) => setAsked({ what: 'archive', site }),
    restore: (site: ManagedSite) => restore.mutate({ siteId: site.id }),
    delete: (site: ManagedSite) => setAsked({ what: 'delete', site }),
  };
  const dialog =
    asked?.what === 'archive' ? (
      <ConfirmDialog
        title={MANAGE_SITES_MESSAGES['manageSites.archive']}
        text={MANAGE_SITES_MESSAGES['manageSites.archiveQuestion']}
        verb={MANAGE_SITES_MESSAGES['manageSites.archive']}
        icon={Archive}
        isBusy={archive.isPending}
        onConfirm={() => archive.mutate({ siteId: asked.site.id })}
        onClose={close}
      >
        <p>
          <strong>{asked.site.name}</strong>
        </p>
        <p>{MANAGE_SITES_MESSAGES['manageSites.archiveHint']}</p>
      </ConfirmDialog>
    ) : asked ? (
      <DeleteSiteDialog
        site={asked.site}
        onDeleted={() => {
          close();
          sitesChanged();
          onDeleted?.();
        }}
        onClose={close}
      />
    ) : null;
  return { actions, dialog };
}

interface SiteMenuProps {
  site: ManagedSite;
  actions: ReturnType<typeof useSiteActions>['actions'];
  onEdit: () => void;
}

/** What can be done with one row. Only archived sites are restored and deleted. */
export function SiteMenu({ site, actions, onEdit }: SiteMenuProps) {
  const [, navigate] = useLocation();
  const isArchived = site.archivedAt !== null;
  const entry = (key: string, label: string, icon: typeof Eye, onAction: () => void) => ({
    key,
    label,
    icon,
    onAction,
  });
  const change = isArchived
    ? entry('restore', MANAGE_SITES_MESSAGES['manageSites.restore'], ArchiveRestore, () => actions.restore(site))
    : entry('archive', MANAGE_SITES_MESSAGES['manageSites.archive'], Archive, () => actions.archive(site));
  const toData = () => navigate(`/settings/sites/${site.id}/upload`);
  const data =
    stateOf(site) === 'refused'
      ? entry('data', MANAGE_SITES_MESSAGES['manageSites.seeWhy'], OctagonX, toData)
      : entry('data', SETTINGS_MESSAGES['settings.addData'], Plus, toData);
  return (
    <MenuButton
      label={formatMessage(MANAGE_SITES_MESSAGES['manageSites.actionsOf'], { name: site.name })}
      icon={Ellipsis}
      sections={[
        {
          key: 'open',
          entries: [
            ...(actions.isSeen(site)
              ? [entry('open', MANAGE_SITES_MESSAGES['manageSites.openOnTheStage'], Eye, () => actions.open(site))]
              : []),
            entry('edit', COMMON_MESSAGES['common.edit'], Pencil, onEdit),
            ...(isArchived ? [] : [data]),
            change,
          ],
        },
        ...(isArchived
          ? [
              {
                key: 'delete',
                entries: [
                  {
                    ...entry('delete', MANAGE_SITES_MESSAGES['manageSites.delete'], Trash2, () => actions.delete(site)),
                    isDanger: true,
                  },
                ],
              },
            ]
          : []),
      ]}
    />
  );
}
