import { useState } from 'react';
import { NAME_LONGEST } from '@overlook/shared/config';
import { formatMessage, SAVED_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../../../api/client.ts';
import { useMeasurementsChanged, useSavedMeasurements } from '../../../../api/measurements.ts';
import { DialogActions } from '../../../../parts/form/dialog-actions.tsx';
import { FormFailure } from '../../../../parts/form/form-failure.tsx';
import { useForm } from '../../../../parts/form/use-form.ts';
import { leave } from '../../../../state/leaving.ts';
import { newUuid } from '../../../../state/new-uuid.ts';
import { useSelectedSiteId } from '../../../../state/selected-site.ts';
import { showToast } from '../../../../state/toasts.ts';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Checkbox } from '../../../../ui/inputs/checkbox.tsx';
import { Switch } from '../../../../ui/inputs/switch.tsx';
import { FolderField } from './folder-field.tsx';
import { foldersOf } from './saved-list.ts';
import css from './saved.module.css';
import type { NamedSubject } from './subjects.ts';

const FORM_ID = 'save-measurements';

interface Values {
  folder: string;
  isShared: boolean;
  /** By the place of a subject; an empty one is an error. */
  names: readonly string[];
  /** Whether it is saved, by the place of a subject. */
  chosen: readonly boolean[];
}

/** Names measurements and saves them in a folder. Typed input is kept when saving fails. */
export function SaveDialog({ subjects, onClose }: { subjects: readonly NamedSubject[]; onClose: () => void }) {
  const siteId = useSelectedSiteId();
  const changed = useMeasurementsChanged();
  const known = useSavedMeasurements(siteId ?? 0).data?.measurements ?? [];
  // The same in all attempts, so that nothing is saved twice when an answer was lost.
  const [guids] = useState(() => subjects.map(newUuid));
  const save = async ({ folder, isShared, names, chosen }: Values) => {
    const measurements = subjects.flatMap(({ subject }, index) =>
      chosen[index] ? [{ guid: guids[index]!, name: names[index]!, subject }] : [],
    );
    await api.measurements.save.mutate({ siteId: siteId!, folder, isShared, measurements });
    showToast(formatMessage(SAVED_MESSAGES['saved.done'], { count: measurements.length }), 'success');
    onClose();
    void changed();
  };
  const { form, values, failure, errors, isBusy, set, field, submit } = useForm<Values>({
    initial: {
      folder: '',
      isShared: false,
      names: subjects.map(({ name }) => name),
      chosen: subjects.map(() => true),
    },
    check: ({ names, chosen }) =>
      names.some((name, index) => chosen[index] && name.trim() === '')
        ? { names: SAVED_MESSAGES['saved.nameMissing'] }
        : {},
    save,
  });
  const close = () => leave(onClose);
  const count = values.chosen.filter(Boolean).length;
  return (
    <Modal
      title={SAVED_MESSAGES['saved.saveTitle']}
      size="wide"
      onClose={isBusy ? undefined : close}
      actions={
        <DialogActions
          formId={FORM_ID}
          verb={formatMessage(SAVED_MESSAGES['saved.saveVerb'], { count: Math.max(1, count) })}
          isBusy={isBusy}
          isDisabled={count === 0}
          onCancel={close}
        />
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} />
        {subjects.map(({ name }, index) => (
          <SubjectRow
            key={guids[index]}
            proposed={name}
            isOnly={subjects.length === 1}
            isChosen={values.chosen[index]!}
            name={values.names[index]!}
            error={errors.names ?? null}
            onChoose={(isChosen) => set('chosen', values.chosen.with(index, isChosen))}
            onRename={(typed) => set('names', values.names.with(index, typed))}
          />
        ))}
        <FolderField folders={foldersOf(known)} {...field('folder')} />
        <Switch
          label={SAVED_MESSAGES['saved.share']}
          hint={SAVED_MESSAGES['saved.shareHint']}
          isOn={values.isShared}
          onChange={(isShared) => set('isShared', isShared)}
        />
      </form>
    </Modal>
  );
}

interface SubjectRowProps {
  proposed: string;
  /** There is nothing to choose among. */
  isOnly: boolean;
  isChosen: boolean;
  name: string;
  /** The sentence for an empty name. */
  error: string | null;
  onChoose: (isChosen: boolean) => void;
  onRename: (name: string) => void;
}

/** One of the measurements that can be saved, with its name. */
const SubjectRow = ({ proposed, isOnly, isChosen, name, error, onChoose, onRename }: SubjectRowProps) => (
  <div className={css.item}>
    {!isOnly && (
      <Checkbox isSelected={isChosen} onChange={onChoose}>
        {formatMessage(SAVED_MESSAGES['saved.include'], { name: proposed })}
      </Checkbox>
    )}
    {isChosen && (
      <TextField
        label={
          isOnly ? SAVED_MESSAGES['saved.name'] : formatMessage(SAVED_MESSAGES['saved.nameOf'], { name: proposed })
        }
        maxLength={NAME_LONGEST}
        value={name}
        error={name.trim() === '' ? error : null}
        onChange={onRename}
      />
    )}
  </div>
);
