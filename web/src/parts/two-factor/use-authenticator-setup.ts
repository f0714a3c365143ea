import { useQuery } from '@tanstack/react-query';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import { queryClient } from '../../api/queries.ts';
import { useForm } from '../form/use-form.ts';

interface Setup {
  /** Base32, as people type it. */
  secret: string;
  /** An SVG as a data URL. */
  qr: string;
}

interface AuthenticatorSetupOptions {
  /** Asks for a new secret. */
  begin: () => Promise<Setup>;
  /** Proves it with a first code. Throws the error of the call. */
  confirm: (values: { code: string }) => Promise<unknown>;
}

/** The error of a code before it is sent. */
export const checkCode = ({ code }: { code: string }): { code?: string } =>
  code.trim() === '' ? { code: AUTH_MESSAGES['auth.codeRequired'] } : {};

/** Setting up an authenticator app: its secret, and the form for a first code. */
export function useAuthenticatorSetup({ begin, confirm }: AuthenticatorSetupOptions) {
  const enrolment = useQuery(
    {
      queryKey: ['two-factor enrolment'],
      // Each call makes a new secret, so it is called once, and the result is not stored.
      queryFn: begin,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    // Named, because the signed-out screens have no provider of it.
    queryClient,
  );
  const form = useForm({ initial: { code: '' }, clearsOnSave: true, check: checkCode, save: confirm });
  return { enrolment, form };
}
