import { useState } from 'react';
import type { SignInAnswer } from '@overlook/shared/schemas';
import { beginSession } from '../../state/session.ts';
import { beginning, type SignInStep } from './sign-in-step.ts';

/** How far somebody has come with signing in, and how they go on. */
export function useSignIn() {
  const [step, setStep] = useState<SignInStep>(beginning);
  const [email, setEmail] = useState('');
  return {
    step,
    /** Typed at the first step, for whoever comes back to it. */
    email,
    setEmail,
    /** Begins the session, or takes the step that is still before it. */
    follow: (answer: SignInAnswer) => (answer.status === 'success' ? beginSession(answer.token) : setStep(answer)),
    startAgain: (notice: string | null = null) => setStep(beginning(notice)),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
