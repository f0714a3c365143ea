import { useMutation } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { recentDateText } from '@overlook/shared/format';
import { revokeText, SHARE_MESSAGES, VIEW_GRANTS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { isAllowed } from '@overlook/shared/permissions';
import type { ViewGrant } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmPopover } from '../../../ui/confirm-popover.tsx';
import type { GrantState } from './grant-state.ts';

const refresh = () => queryClient.invalidateQueries(procedures.viewGrants.all.queryFilter());

/**
 * The actions on a link or an embed: it can be revoked while it is active, renewed after its end, and has none once it
 * was revoked.
 */
export function GrantActions({ grant, state }: { grant: ViewGrant; state: GrantState }) {
  const { permissions } = useSignedIn();
  const isOwnOrEditor = grant.isOwn || isAllowed(permissions, null, ['USERS:UPDATE']);
  const disabledReason = isOwnOrEditor ? null : SHARE_MESSAGES['share.othersClosed'];
  if (state === 'revoked') return null;
  if (state === 'ended') return <Renew grant={grant} disabledReason={disabledReason} />;
  return <Revoke grant={grant} disabledReason={disabledReason} />;
}

interface ActionProps {
  grant: ViewGrant;
  disabledReason: string | null;
}

function Revoke({ grant: { id, kind, name, openings, lastOpenedAt }, disabledReason }: ActionProps) {
  const [now] = useState(() => new Date());
  const revoke = useMutation(procedures.viewGrants.revoke.mutationOptions({ onSuccess: refresh }));
  const last = lastOpenedAt === null ? null : recentDateText(new Date(lastOpenedAt), now);
  return (
    <ConfirmPopover
      verb={VIEW_GRANTS_MESSAGES['grant.revokeButton']}
      icon={Ban}
      title={formatMessage(VIEW_GRANTS_MESSAGES['grant.revoke'], { name })}
      text={revokeText(kind, openings, last)}
      isBusy={revoke.isPending}
      failure={revoke.error && sentenceOf(failureOf(revoke.error))}
      disabledReason={disabledReason}
      onConfirm={() => revoke.mutateAsync({ id })}
    />
  );
}

function Renew({ grant: { id, name }, disabledReason }: ActionProps) {
  const { permissions } = useSignedIn();
  const mayShare = isAllowed(permissions, null, ['USERS:CREATE']);
  const renew = useMutation(
    procedures.viewGrants.renew.mutationOptions({
      meta: { failureText: VIEW_GRANTS_MESSAGES['grant.renewFailed'] },
      onSuccess: async () => {
        showToast(VIEW_GRANTS_MESSAGES['grant.renewed'], 'success');
        await refresh();
      },
    }),
  );
  return (
    <Button
      tone="ghost"
      aria-label={formatMessage(VIEW_GRANTS_MESSAGES['grant.renewName'], { name })}
      isBusy={renew.isPending}
      disabledReason={mayShare ? disabledReason : SHARE_MESSAGES['share.renewClosed']}
      onClick={() => renew.mutate({ id })}
    >
      {VIEW_GRANTS_MESSAGES['grant.renew']}
    </Button>
  );
}
