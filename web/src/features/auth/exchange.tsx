import { useEffect, useRef, useState } from 'react';
import { SIGN_IN_REFUSALS, AUTH_MESSAGES, AUTH_STEPS_MESSAGES } from '@overlook/shared/messages';
import type { SignInAnswer } from '@overlook/shared/schemas';
import { openApi } from '../../api/client.ts';
import { failureOf, sentenceOf } from '../../api/failure.ts';
import { Button } from '../../ui/button/button.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { SignInAlert } from './sign-in-alert.tsx';
import css from './login-form.module.css';

interface ExchangeProps {
  id: number | null;
  token: string;
  onAnswer: (answer: SignInAnswer) => void;
  /** On the button that leads away. */
  closeLabel: string;
  onClose: () => void;
}

/** Exchanges the ticket of a link for a session (specification §2 "/auth/{id}/{token}"), once. */
export function Exchange({ id, token, onAnswer, closeLabel, onClose }: ExchangeProps) {
  const isComplete = id !== null && token !== '';
  const [failure, setFailure] = useState<string | null>(isComplete ? null : SIGN_IN_REFUSALS['auth.signInLinkBroken']);
  const isAsked = useRef(false);
  useEffect(() => {
    // A ticket is good once, and effects may run twice.
    if (isAsked.current || id === null || token === '') return;
    isAsked.current = true;
    openApi.auth.exchange
      .mutate({ id, token })
      .then(onAnswer, (error: unknown) => setFailure(sentenceOf(failureOf(error))));
  }, [id, token, onAnswer]);
  return (
    <section className={css.step} aria-labelledby="exchange">
      <h1 id="exchange" className={css.title}>
        {failure === null ? AUTH_MESSAGES['auth.signingIn'] : AUTH_STEPS_MESSAGES['auth.signInFailed']}
      </h1>
      {failure === null ? (
        <p role="status" className={css.progress}>
          <Spinner />
          {AUTH_STEPS_MESSAGES['auth.signInIsChecked']}
        </p>
      ) : (
        <>
          <SignInAlert>{failure}</SignInAlert>
          <Button tone="primary" size="xl" autoFocus onClick={onClose}>
            {closeLabel}
          </Button>
        </>
      )}
    </section>
  );
}
