import { Check, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { useSignedIn } from '../../../../state/session-context.tsx';
import { Button } from '../../../../ui/button/button.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import css from './security.module.css';

/** Whether the second factor is on, and the button that turns it on or off. */
export function TwoFactor() {
  const isOn = useSignedIn().user.data.security.enable2FA;
  // Chosen when it opens: the answer of the server changes while the recovery codes are shown.
  const [opened, setOpened] = useState<'enrol' | 'disable' | null>(null);
  const close = () => {
    setOpened(null);
    void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
  };
  return (
    <div className={css.standing}>
      <Tag icon={isOn ? Check : ShieldAlert} tone={isOn ? 'success' : 'neutral'}>
        {isOn ? ACCOUNT_MESSAGES['account.on'] : ACCOUNT_MESSAGES['account.off']}
      </Tag>
      <Button size="l" onClick={() => setOpened(isOn ? 'disable' : 'enrol')}>
        {isOn ? ACCOUNT_MESSAGES['account.turnOffTwoFactor'] : ACCOUNT_MESSAGES['account.turnTwoFactorAuthentication']}
      </Button>
      {opened === 'disable' && <DisableDialog onClose={close} />}
      {opened === 'enrol' && <EnrolDialog onClose={close} />}
    </div>
  );
}
