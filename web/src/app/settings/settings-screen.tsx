import { FileQuestionMark } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { useLocation } from 'wouter';
import { COMMON_MESSAGES, VIEWER_MESSAGES } from '@overlook/shared/messages';
import { isAllowedSomewhere, type PermissionMap } from '@overlook/shared/permissions';
import { SettingsPane } from '../../features/settings/pane/settings-pane.tsx';
import { useSignedIn } from '../../state/session-context.tsx';
import { EmptyState } from '../../ui/status/state-message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useLayout } from '../../ui/use-layout.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import '../../styles/settings.css';
import { FIRST_PAGE_PATH, SETTINGS_PAGES, type SettingsPage, settingsPageFor } from './settings-pages.ts';

const mayOpen = (permissions: PermissionMap, { tokens }: SettingsPage) =>
  tokens.every((token) => isAllowedSomewhere(permissions, token));

/** Loads every page that may be opened, so that none waits for the network or fails without it. */
function preloadPages(permissions: PermissionMap): void {
  for (const page of SETTINGS_PAGES) if (mayOpen(permissions, page)) void page.Page.preload();
}

/** The settings pane with the page of the address. Wide windows show a page beside the menu from the start. */
export function SettingsScreen({ onClose }: { onClose: () => void }) {
  const [path, navigate] = useLocation();
  const isPhone = useLayout() === 'phone';
  const found = settingsPageFor(path) ?? (isPhone ? null : settingsPageFor(FIRST_PAGE_PATH));
  // Like the server's check: no page of the settings belongs to the selected site.
  const { permissions } = useSignedIn();
  const canOpen = found === null || mayOpen(permissions, found.page);
  useEffect(() => whenIdle(() => preloadPages(permissions)), [permissions]);
  const entryPath = found?.page.entryPath ?? null;
  return (
    <SettingsPane
      current={entryPath}
      parentPath={found && entryPath !== found.page.path ? entryPath : null}
      onOpen={navigate}
      onClose={onClose}
    >
      {found && (
        <Fragment key={`${found.page.path} ${found.id}`}>
          {canOpen ? <found.page.Page id={found.id} /> : <NoPage />}
        </Fragment>
      )}
    </SettingsPane>
  );
}

const NoPage = () => (
  <Page title={COMMON_MESSAGES['common.settings']}>
    <EmptyState icon={FileQuestionMark} title={VIEWER_MESSAGES['viewer.noPage']} />
  </Page>
);
