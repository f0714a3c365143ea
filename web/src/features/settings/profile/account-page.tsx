import { useSnapshot } from 'valtio';
import { preferences, setPreference, type ThemeChoice } from '../../../state/preferences.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { AccountForm } from './account-form.tsx';
import { ViewerSettings } from './viewer-settings.tsx';
import css from './profile.module.css';

const THEMES: readonly Segment<ThemeChoice>[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
];

/** One's own name and account, and how the settings and the login screen look in this browser. */
export function AccountPage() {
  const { user } = useSignedIn();
  const { theme } = useSnapshot(preferences);
  const rows = [
    { name: 'E-mail', value: user.email },
    { name: 'Roles', value: user.roleList.map((role) => role.displayName).join(', ') },
    { name: 'Teams', value: user.teamList.map((team) => team.displayName).join(', ') },
  ];
  return (
    <Page title="Account">
      <AccountForm />
      <div className={css.facts}>
        <Facts rows={rows} />
      </div>
      <PageSection
        title="Appearance"
        hint="For the settings and the login screen. Everything round the model stays dark."
      >
        <Segmented
          label="Appearance"
          segments={THEMES}
          value={theme}
          onChange={(value) => setPreference('theme', value)}
        />
      </PageSection>
      <ViewerSettings />
    </Page>
  );
}
