import { Check, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import css from './security.module.css';

/** Whether the second factor is on, and the way to turn it on or off. */
export function TwoFactor() {
  const isOn = useSignedIn().user.data.security.enable2FA;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
  };
  return (
    <div className={css.standing}>
      <Tag icon={isOn ? Check : ShieldAlert} tone={isOn ? 'success' : 'neutral'}>
        {isOn ? 'On' : 'Off'}
      </Tag>
      <Button size="l" onClick={() => setOpen(true)}>
        {isOn ? 'Turn off two-factor authentication' : 'Turn on two-factor authentication'}
      </Button>
      {isOpen && (isOn ? <DisableDialog onClose={close} /> : <EnrolDialog onClose={close} />)}
    </div>
  );
}
