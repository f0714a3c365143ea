import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { procedures } from '../../../api/queries.ts';
import { showToast } from '../../../state/toasts.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';

interface DeleteSiteDialogProps {
  site: ManagedSite;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for the name of a site before all that belongs to it is removed. */
export function DeleteSiteDialog({ site, onDeleted, onClose }: DeleteSiteDialogProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const remove = useMutation(
    procedures.managedSites.delete.mutationOptions({
      meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.deleteFailed'] },
      onSuccess() {
        showToast(MANAGE_SITES_MESSAGES['manageSites.deleted'], 'success');
        onDeleted();
      },
    }),
  );
  const confirm = () => {
    if (name.trim() !== site.name) return setError(MANAGE_SITES_MESSAGES['manageSites.wrongName']);
    remove.mutate({ siteId: site.id, name });
  };
  return (
    <ConfirmDialog
      title={MANAGE_SITES_MESSAGES['manageSites.delete']}
      text={MANAGE_SITES_MESSAGES['manageSites.deleteQuestion']}
      verb={MANAGE_SITES_MESSAGES['manageSites.delete']}
      tone="danger"
      icon={Trash2}
      isBusy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{site.name}</strong>
      </p>
      <p>{MANAGE_SITES_MESSAGES['manageSites.deleteConsequence']}</p>
      <TextField
        label={MANAGE_SITES_MESSAGES['manageSites.typeName']}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(text) => {
          setName(text);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}
