import { AUDIT_MESSAGES } from '@overlook/shared/messages';
import { useMutation } from '@tanstack/react-query';
import { AUDIT_RETENTION_LEAST_DAYS } from '@overlook/shared/config';
import { procedures, queryClient } from '../../../api/queries.ts';
import { DialogActions } from '../../../parts/form/dialog-actions.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { showToast } from '../../../state/toasts.ts';
import { checkRetention, retentionDays, type RetentionValues } from './check-retention.ts';
import css from './audit.module.css';

const FORM_ID = 'retention-form';
const KINDS = [
  { value: 'ever', label: AUDIT_MESSAGES['audit.forEver'] },
  { value: 'days', label: AUDIT_MESSAGES['audit.forATime'] },
] as const;

/** Chooses how long the audit is kept. Older entries are removed immediately, so the button names that. */
export function RetentionDialog({ days, onClose }: { days: number | null; onClose: () => void }) {
  const save = useMutation(procedures.audit.setRetention.mutationOptions());
  const { form, values, failure, isBusy, isDirty, set, field, submit } = useForm<RetentionValues>({
    initial: { isForEver: days === null, days: String(days ?? '') },
    check: checkRetention,
    save: async (chosen) => {
      await save.mutateAsync({ days: retentionDays(chosen) });
      showToast(AUDIT_MESSAGES['audit.retentionSaved'], 'success');
      void queryClient.invalidateQueries(procedures.audit.retention.queryFilter());
      void queryClient.invalidateQueries({ queryKey: ['audit'] });
      onClose();
    },
  });
  const { isForEver } = values;
  return (
    <Modal
      title={AUDIT_MESSAGES['audit.keepTheAuditLog']}
      onClose={isBusy ? undefined : onClose}
      actions={
        <DialogActions
          formId={FORM_ID}
          verb={isForEver ? AUDIT_MESSAGES['audit.keepForEver'] : AUDIT_MESSAGES['audit.keepForThisTime']}
          isBusy={isBusy}
          isDisabled={!isDirty}
          onCancel={onClose}
        />
      }
    >
      <form ref={form} id={FORM_ID} className={css.retention} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} />
        <Segmented
          label={AUDIT_MESSAGES['audit.keepEntries']}
          segments={KINDS}
          value={isForEver ? 'ever' : 'days'}
          onChange={(kind) => set('isForEver', kind === 'ever')}
        />
        {!isForEver && (
          <>
            <TextField
              label={AUDIT_MESSAGES['audit.days']}
              inputMode="numeric"
              autoComplete="off"
              placeholder={String(AUDIT_RETENTION_LEAST_DAYS)}
              {...field('days')}
            />
            <p className={css.hint}>{AUDIT_MESSAGES['audit.olderEntriesRemovedOnce']}</p>
          </>
        )}
      </form>
    </Modal>
  );
}
