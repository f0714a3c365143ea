import { AUTH_MESSAGES } from '@overlook/shared/messages';
import type { SignInAnswer } from '@overlook/shared/schemas';
import { api } from '../../api/client.ts';
import { failureOf, sentenceOf } from '../../api/failure.ts';

export interface Credentials {
  email: string;
  password: string;
}

export type CredentialErrors = Partial<Record<keyof Credentials, string>>;

/** The sentences for fields that are not filled in (specification §5). */
export function checkCredentials({ email, password }: Credentials): CredentialErrors {
  return {
    ...(email.trim() === '' && { email: AUTH_MESSAGES['auth.emailRequired'] }),
    ...(password === '' && { password: AUTH_MESSAGES['auth.passwordRequired'] }),
  };
}

export type SignInResult = { answer: SignInAnswer } | { error: string; fields: CredentialErrors };

/** Signs in. The e-mail is sent in lower case (specification §5); the error is the server's own sentence. */
export async function signIn({ email, password }: Credentials): Promise<SignInResult> {
  try {
    return { answer: await api.auth.signIn.mutate({ email: email.trim().toLowerCase(), password }) };
  } catch (error) {
    const failure = failureOf(error);
    return { error: sentenceOf(failure), fields: failure.fields };
  }
}
