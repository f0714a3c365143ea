import { useMutation } from '@tanstack/react-query';
import { SITE_CAPTURES_MESSAGES } from '@overlook/shared/messages';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { showToast } from '../../../../state/toasts.ts';
import { sitesChanged } from '../use-site-actions.tsx';

/** The lists that a change of a capture changes. */
function capturesChanged(): void {
  void queryClient.invalidateQueries(procedures.captures.pathFilter());
  sitesChanged();
}

/** The changes of captures; each says `text` when it is done, and shows its failure. `onDone` is called after a success. */
export function useCaptureChanges(text: string, onDone: () => void = () => undefined) {
  const meta = { failureText: SITE_CAPTURES_MESSAGES['siteCaptures.changeFailed'] } as const;
  const onSuccess = () => {
    showToast(text, 'success');
    onDone();
  };
  const done = { meta, onSuccess, onSettled: capturesChanged };
  return {
    publish: useMutation(procedures.captures.publish.mutationOptions(done)),
    discard: useMutation(procedures.captures.discard.mutationOptions(done)),
    date: useMutation(procedures.captures.date.mutationOptions(done)),
    withdraw: useMutation(procedures.captures.withdraw.mutationOptions(done)),
    restore: useMutation(procedures.captures.restore.mutationOptions(done)),
    remove: useMutation(procedures.captures.delete.mutationOptions(done)),
    keep: useMutation(procedures.captures.keep.mutationOptions(done)),
  };
}
