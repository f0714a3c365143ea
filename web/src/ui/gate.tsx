import type { ReactNode } from 'react';
import type { PermissionToken, TokenRule } from '@overlook/shared/permissions';
import { useAllowed } from '../state/session-context.tsx';

interface GateProps {
  tokens: PermissionToken | readonly PermissionToken[];
  rule?: TokenRule;
  children: ReactNode;
}

/** Shows its content to those who hold the tokens at the selected site or globally. The server enforces; this hides. */
export function Gate({ tokens, rule = 'and', children }: GateProps) {
  return useAllowed(tokens, rule) ? children : null;
}
