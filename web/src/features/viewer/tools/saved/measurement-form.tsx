import { NAME_LONGEST } from '@overlook/shared/config';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import type { SiteMeasurement } from '@overlook/shared/schemas';
import { api } from '../../../../api/client.ts';
import { useMeasurementsChanged } from '../../../../api/measurements.ts';
import { DialogActions } from '../../../../parts/form/dialog-actions.tsx';
import { FormFailure } from '../../../../parts/form/form-failure.tsx';
import { useForm } from '../../../../parts/form/use-form.ts';
import { leave } from '../../../../state/leaving.ts';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Switch } from '../../../../ui/inputs/switch.tsx';
import { FolderField } from './folder-field.tsx';
import css from './saved.module.css';

const FORM_ID = 'edit-measurement';

interface MeasurementFormProps {
  siteId: number;
  measurement: SiteMeasurement;
  folders: readonly string[];
  onClose: () => void;
}

/** Changes the name, the folder and who sees a measurement; what was measured stays. */
export function MeasurementForm({ siteId, measurement, folders, onClose }: MeasurementFormProps) {
  const { id, name, folder, isShared } = measurement;
  const changed = useMeasurementsChanged();
  const { form, values, failure, isBusy, set, field, submit } = useForm({
    initial: { name, folder, isShared },
    check: (typed) =>
      typed.name.trim() === '' ? { name: SAVED_MESSAGES['saved.nameMissing'] } : ({} as { name?: string }),
    save: async (typed) => {
      await api.measurements.update.mutate({ siteId, id, ...typed });
      await changed();
      onClose();
    },
  });
  const close = () => leave(onClose);
  return (
    <Modal
      title={SAVED_MESSAGES['saved.editTitle']}
      onClose={isBusy ? undefined : close}
      actions={
        <DialogActions formId={FORM_ID} verb={SAVED_MESSAGES['saved.editVerb']} isBusy={isBusy} onCancel={close} />
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} />
        <TextField label={SAVED_MESSAGES['saved.name']} maxLength={NAME_LONGEST} {...field('name')} />
        <FolderField folders={folders} {...field('folder')} />
        <Switch
          label={SAVED_MESSAGES['saved.share']}
          hint={SAVED_MESSAGES['saved.shareHint']}
          isOn={values.isShared}
          onChange={(isOn) => set('isShared', isOn)}
        />
      </form>
    </Modal>
  );
}
