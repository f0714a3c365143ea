import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { Page, PageSection } from '../../../../ui/page/page.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** One's own password, second factor and sessions (specification §2 "/settings/profile/security"). */
export function SecurityPage() {
  return (
    <Page title={ACCOUNT_MESSAGES['account.security']}>
      <PageSection
        title={ACCOUNT_MESSAGES['account.twoFactorAuthentication']}
        hint={ACCOUNT_MESSAGES['account.signingTakesPasswordCode']}
      >
        <TwoFactor />
      </PageSection>
      <PageSection title={ACCOUNT_MESSAGES['account.password']} hint={ACCOUNT_MESSAGES['account.otherSessionsEndWhen']}>
        <PasswordForm />
      </PageSection>
      <PageSection title={ACCOUNT_MESSAGES['account.sessions']} hint={ACCOUNT_MESSAGES['account.whereAccountSigned']}>
        <Sessions />
      </PageSection>
    </Page>
  );
}
