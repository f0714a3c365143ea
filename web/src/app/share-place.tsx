import { useSnapshot } from 'valtio';
import { SHARE_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { setShareOpen, share } from '../state/share.ts';
import { FailureDialog } from '../parts/failure-dialog.tsx';

const close = () => setShareOpen(false);

const SharePart = lazyPart<{ onClose: () => void }>(async () => (await import('./share-part.tsx')).SharePart, {
  FailureFrame: ({ onClose, children }) => (
    <FailureDialog title={SHARE_MESSAGES['share.title']} onClose={onClose}>
      {children}
    </FailureDialog>
  ),
});

/** The Share dialog while it is open. */
export function SharePlace() {
  return useSnapshot(share).isOpen ? <SharePart onClose={close} /> : null;
}
