import { useState } from 'react';
import type { SignInAnswer } from '@overlook/shared/schemas';
import { beginSession, endSession, sessionToken } from '../../state/session.ts';
import { beginning, type SignInStep } from './sign-in-step.ts';

/** The current step of signing in, and the ways to the next. */
export function useSignIn() {
  const [step, setStep] = useState<SignInStep>(beginning);
  const [email, setEmail] = useState('');
  return {
    step,
    /** Typed at the first step, and shown again when the user returns to it. */
    email,
    setEmail,
    /** Begins the session, or takes the step that is still before it. */
    follow: (answer: SignInAnswer) => {
      if (answer.status !== 'success') return setStep(answer);
      // Another window may have signed in while recovery codes were shown here.
      if (sessionToken() !== null) endSession();
      beginSession(answer.token);
    },
    /** The same for an answer to a link: it replaces an existing session, and the link. */
    replaceSession: (answer: SignInAnswer, leaveLink: () => void) => {
      if (sessionToken() !== null) endSession();
      if (answer.status === 'success') {
        beginSession(answer.token);
        // Reloads, as specified, §2; the link is removed from the history too.
        location.replace('/');
      } else {
        leaveLink();
        setStep(answer);
      }
    },
    startAgain: (notice: string | null = null) => setStep(beginning(notice)),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
