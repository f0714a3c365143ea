import { useSnapshot } from 'valtio';
import { ACCOUNT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference, type ThemeChoice } from '../../../state/preferences.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { AccountForm } from './account-form.tsx';
import { ViewerSettings } from './viewer-settings.tsx';
import css from './profile.module.css';

const THEMES: readonly Segment<ThemeChoice>[] = [
  { value: 'dark', label: ACCOUNT_MESSAGES['account.dark'] },
  { value: 'light', label: ACCOUNT_MESSAGES['account.light'] },
  { value: 'system', label: ACCOUNT_MESSAGES['account.system'] },
];

/** One's own name and account, and how the settings and the login screen look in this browser. */
export function AccountPage() {
  const { user } = useSignedIn();
  const { theme } = useSnapshot(preferences);
  const rows = [
    { name: COMMON_MESSAGES['common.email'], value: user.email },
    { name: ACCOUNT_MESSAGES['account.roles'], value: user.roleList.map((role) => role.displayName).join(', ') },
    { name: ACCOUNT_MESSAGES['account.teams'], value: user.teamList.map((team) => team.displayName).join(', ') },
  ];
  return (
    <Page title={ACCOUNT_MESSAGES['account.account']}>
      <AccountForm />
      <div className={css.facts}>
        <Facts rows={rows} />
      </div>
      <PageSection
        title={ACCOUNT_MESSAGES['account.appearance']}
        hint={ACCOUNT_MESSAGES['account.settingsLoginScreenEverything']}
      >
        <Segmented
          label={ACCOUNT_MESSAGES['account.appearance']}
          segments={THEMES}
          value={theme}
          onChange={(value) => setPreference('theme', value)}
        />
      </PageSection>
      <ViewerSettings />
    </Page>
  );
}
