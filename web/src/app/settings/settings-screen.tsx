import { FileQuestionMark } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { MESSAGES } from '@overlook/shared/messages';
import { isAllowed } from '@overlook/shared/permissions';
import { SettingsPane } from '../../features/settings/settings-pane.tsx';
import { useSignedIn } from '../../state/session-context.tsx';
import { EmptyState } from '../../ui/feedback/state-message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useLayout } from '../../ui/use-layout.ts';
import '../../styles/settings.css';
import { FIRST_PAGE_PATH, settingsPageFor } from './settings-pages.ts';

/** The settings pane with the page of the address. Wide windows show a page beside the menu from the start. */
export function SettingsScreen({ onClose }: { onClose: () => void }) {
  const [path, navigate] = useLocation();
  const isPhone = useLayout() === 'phone';
  const found = settingsPageFor(path) ?? (isPhone ? null : settingsPageFor(FIRST_PAGE_PATH));
  // Globally, as the server asks: no page of the settings belongs to the selected site.
  const canOpen = isAllowed(useSignedIn().permissions, null, found?.page.tokens ?? []);
  const entryPath = found?.page.entryPath ?? null;
  return (
    <SettingsPane
      current={entryPath}
      parentPath={found && entryPath !== found.page.path ? entryPath : null}
      onOpen={navigate}
      onClose={onClose}
    >
      {found && (
        <Suspense fallback={null} key={`${found.page.path} ${found.id}`}>
          {canOpen ? <found.page.Page id={found.id} /> : <NoPage />}
        </Suspense>
      )}
    </SettingsPane>
  );
}

const NoPage = () => (
  <Page title="Settings">
    <EmptyState icon={FileQuestionMark} title={MESSAGES['settings.noPage']} />
  </Page>
);
