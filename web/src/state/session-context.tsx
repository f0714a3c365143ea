import { createContext, use, type ReactNode } from 'react';
import type { PermissionToken, PermissionMap, TokenRule } from '@overlook/shared/permissions';
import { isAllowed } from '@overlook/shared/permissions';
import type { User } from '@overlook/shared/schemas';
import { useSelectedSiteId } from './selected-site.ts';

export interface SignedInSession {
  user: User;
  permissions: PermissionMap;
}

const SessionContext = createContext<SignedInSession | null>(null);

export function SessionProvider({ session, children }: { session: SignedInSession; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in user and their permissions. Throws outside the signed-in part of the application. */
export function useSignedIn(): SignedInSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useSignedIn is for components below SessionProvider.');
  return session;
}

/** Whether the signed-in user holds the tokens at the selected site or globally (specification §6). */
export function useAllowed(tokens: PermissionToken | readonly PermissionToken[], rule: TokenRule = 'and'): boolean {
  return isAllowed(useSignedIn().permissions, useSelectedSiteId(), tokens, rule);
}
