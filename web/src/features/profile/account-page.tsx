import { useSnapshot } from 'valtio';
import { preferences, setPreference, type ThemeChoice } from '../../state/preferences.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { type Segment, Segmented } from '../../ui/choice/segmented.tsx';
import { Page, PageSection } from '../../ui/page/page.tsx';
import { ViewerSettings } from './viewer-settings.tsx';
import css from './profile.module.css';

const THEMES: readonly Segment<ThemeChoice>[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
];

/** Who is signed in, and how the settings and the login screen look in this browser. */
export function AccountPage() {
  const { user } = useSignedIn();
  const { theme } = useSnapshot(preferences);
  const rows = [
    { name: 'First name', value: user.firstName },
    { name: 'Last name', value: user.lastName },
    { name: 'E-mail', value: user.email },
    { name: 'Roles', value: user.roleList.map((role) => role.displayName).join(', ') },
    { name: 'Teams', value: user.teamList.map((team) => team.displayName).join(', ') },
  ];
  return (
    <Page title="Account">
      <dl className={css.facts}>
        {rows.map(({ name, value }) => (
          <div key={name} className={css.fact}>
            <dt className={css.name}>{name}</dt>
            <dd className={css.value}>{value || 'None'}</dd>
          </div>
        ))}
      </dl>
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
