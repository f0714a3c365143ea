import { useMutation } from '@tanstack/react-query';
import { DISCLAIMER_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { procedures } from '../../api/queries.ts';
import { signOut } from '../../api/sign-out.ts';
import { Button } from '../../ui/button/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import css from './disclaimer.module.css';

/** The legal disclaimer. Nothing closes it but accepting it or signing out (specification §2, §4). */
export function Disclaimer() {
  const accept = useMutation(
    procedures.auth.acceptDisclaimer.mutationOptions({
      meta: { failureText: DISCLAIMER_MESSAGES['disclaimer.failed'] },
      // Not to the root: an address that was opened before the acceptance opens after it.
      onSuccess: () => location.reload(),
    }),
  );
  return (
    <Modal
      title={DISCLAIMER_MESSAGES['disclaimer.title']}
      size="wide"
      actions={
        <>
          <Button tone="ghost" size="l" onClick={() => void signOut()}>
            {COMMON_MESSAGES['common.logout']}
          </Button>
          <Button
            tone="primary"
            size="l"
            autoFocus
            // The page reloads after success: until then a second press has nothing to do.
            isBusy={accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate()}
          >
            {DISCLAIMER_MESSAGES['disclaimer.accept']}
          </Button>
        </>
      }
    >
      <p className={css.paragraph}>{DISCLAIMER_MESSAGES['disclaimer.capture']}</p>
      <p className={css.paragraph}>{DISCLAIMER_MESSAGES['disclaimer.confirm']}</p>
      <p className={css.record}>{DISCLAIMER_MESSAGES['disclaimer.record']}</p>
    </Modal>
  );
}
