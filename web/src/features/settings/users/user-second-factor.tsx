import { Check, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed, useSignedIn } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { USER_ACTIONS, usersFor } from './user-actions.ts';
import css from './users.module.css';

const CLEAR = USER_ACTIONS.find(({ key }) => key === 'clearTwoFactor')!;

/** Marks the factor as off in the initial values of the form, and does not change typed values. */
function noteCleared(id: number): void {
  queryClient.setQueryData(
    procedures.users.get.queryKey({ id }),
    (old) => old && { user: { ...old.user, data: { ...old.user.data, security: { enable2FA: false } } } },
  );
}

/** Whether a user's second factor is on, and the button that removes a lost one. */
export function UserSecondFactor({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(false);
  const ownId = useSignedIn().user.id;
  const mayClear = useAllowed(CLEAR.token) && usersFor(CLEAR, [user], ownId).length > 0;
  const isOn = user.data.security.enable2FA;
  const done = () => {
    setAsked(false);
    noteCleared(user.id);
  };
  return (
    <PageSection title={ADMIN_MESSAGES['user.twoFactorAuthentication']}>
      <div className={css.standing}>
        <Tag icon={isOn ? Check : ShieldAlert} tone={isOn ? 'success' : 'neutral'}>
          {isOn ? ADMIN_MESSAGES['user.on'] : ADMIN_MESSAGES['user.off']}
        </Tag>
        {mayClear && <Button onClick={() => setAsked(true)}>{CLEAR.label}</Button>}
      </div>
      {isAsked && <ActionDialog action={CLEAR} users={[user]} onClose={() => setAsked(false)} onDone={done} />}
    </PageSection>
  );
}
