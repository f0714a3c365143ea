import { useState } from 'react';
import type { SignedInAnswer } from '@overlook/shared/schemas';
import { AUTH_MESSAGES, AUTH_STEPS_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { AuthenticatorSetup } from '../../parts/two-factor/authenticator-setup.tsx';
import { RecoveryCodes } from '../../parts/two-factor/recovery-codes.tsx';
import { useAuthenticatorSetup } from '../../parts/two-factor/use-authenticator-setup.ts';
import { orStartAgain } from './sign-in-step.ts';
import type { LaterStepProps } from './later-step-props.ts';
import css from './login-form.module.css';

const FORM_ID = 'enrol-at-sign-in';

type Finished = SignedInAnswer & { recoveryCodes: readonly string[] };

/**
 * Setting up the second factor that the organisation requires. The session begins when the recovery codes are saved.
 */
export function EnrolStep({ onAnswer, ...setup }: LaterStepProps) {
  const [finished, setFinished] = useState<Finished | null>(null);
  const [areCodesKept, setCodesKept] = useState(false);
  return (
    <section className={css.step} aria-labelledby="enrolment">
      <h1 id="enrolment" className={css.title}>
        {AUTH_MESSAGES['auth.setUpTwoFactor']}
      </h1>
      <p>{AUTH_STEPS_MESSAGES['auth.organisationAsksSecondFactor']}</p>
      {!finished && <Enrolment {...setup} onFinished={setFinished} />}
      {finished && !areCodesKept && (
        <RecoveryCodes
          codes={finished.recoveryCodes}
          theme={setup.theme}
          onClose={() => {
            setCodesKept(true);
            onAnswer(finished);
          }}
        />
      )}
    </section>
  );
}

interface EnrolmentProps extends Omit<LaterStepProps, 'onAnswer'> {
  onFinished: (finished: Finished) => void;
}

/** It is gone once it has finished: a session that begins clears what the page has read, and the challenge is used up. */
function Enrolment({ challenge, onStartAgain, onFinished }: EnrolmentProps) {
  const { enrolment, form } = useAuthenticatorSetup({
    begin: () => orStartAgain(api.auth.enrolAtSignIn.mutate({ challenge }), onStartAgain),
    confirm: async ({ code }) =>
      onFinished(await orStartAgain(api.auth.confirmAtSignIn.mutate({ challenge, code }), onStartAgain)),
  });
  return (
    <>
      <AuthenticatorSetup id={FORM_ID} size="xl" enrolment={enrolment} form={form} />
      {enrolment.data && (
        <Button type="submit" form={FORM_ID} tone="primary" size="xl" isBusy={form.isBusy}>
          {AUTH_STEPS_MESSAGES['auth.turnOnAndContinue']}
        </Button>
      )}
      <Button tone="ghost" size="l" onClick={() => onStartAgain()}>
        {AUTH_MESSAGES['auth.backToSignIn']}
      </Button>
    </>
  );
}
