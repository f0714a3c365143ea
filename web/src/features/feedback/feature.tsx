import { useSnapshot } from 'valtio';
import { FEEDBACK_MESSAGES } from '@overlook/shared/messages';
import { FailureDialog } from '../../parts/failure-dialog.tsx';
import type { Feature } from '../../parts/feature.ts';
import { lazyPart } from '../../parts/lazy-part/lazy-part.tsx';
import { stagePicture } from '../../state/stage-view.ts';
import { closeFeedback, feedback as store } from './feedback-store.ts';

const keepFeedback = () => closeFeedback(store.draft);

const FeedbackDialog = lazyPart(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog, {
  FailureFrame: ({ children }) => (
    <FailureDialog title={FEEDBACK_MESSAGES['feedback.leaveFeedback']} onClose={keepFeedback}>
      {children}
    </FailureDialog>
  ),
});

const OpenFeedback = () => useSnapshot(store).isOpen && <FeedbackDialog takePicture={stagePicture} />;

export const feedback: Feature = { onPage: [OpenFeedback], preload: FeedbackDialog.preload };
