import { Page, PageSection } from '../../../../ui/page/page.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** One's own password, second factor and sessions (specification §2 "/settings/profile/security"). */
export function SecurityPage() {
  return (
    <Page title="Security">
      <PageSection
        title="Two-factor authentication"
        hint="With it, signing in takes your password and a code from an authenticator app. Turned off and on again, it gives new recovery codes."
      >
        <TwoFactor />
      </PageSection>
      <PageSection title="Password" hint="Your other sessions end when you change it.">
        <PasswordForm />
      </PageSection>
      <PageSection title="Sessions" hint="Where your account is signed in.">
        <Sessions />
      </PageSection>
    </Page>
  );
}
