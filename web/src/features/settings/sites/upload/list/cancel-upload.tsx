import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { Upload } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../../../api/queries.ts';
import { stopSending } from '../../../../../api/uploads/send-deliveries.ts';
import { showToast } from '../../../../../state/toasts.ts';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';

/** Asks once before the bytes of a delivery are removed from the server. */
export function CancelUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { id, siteId, title, receivedBytes } = upload;
  const cancel = useMutation(
    procedures.uploads.cancel.mutationOptions({
      meta: { failureText: UPLOAD_PAGE_MESSAGES['uploadPage.cancelFailed'] },
      onMutate: () => stopSending(id),
      onSuccess: () => showToast(UPLOAD_PAGE_MESSAGES['uploadPage.cancelled'], 'success'),
      onSettled: async () => {
        await queryClient.invalidateQueries(procedures.uploads.all.queryFilter({ siteId }));
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={UPLOAD_PAGE_MESSAGES['uploadPage.cancel']}
      text={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.cancelQuestion'], {
        title,
        size: fileSizeText(receivedBytes),
      })}
      verb={UPLOAD_PAGE_MESSAGES['uploadPage.cancel']}
      safeVerb={UPLOAD_PAGE_MESSAGES['uploadPage.keep']}
      tone="danger"
      icon={Trash2}
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate({ siteId, id })}
      onClose={onClose}
    />
  );
}
