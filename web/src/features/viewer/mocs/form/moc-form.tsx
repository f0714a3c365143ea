import { Camera, MapPin, Ruler } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MOC_STATES } from '@overlook/shared/config';
import { llaTexts } from '@overlook/shared/format';
import { MOCS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { Attachment, Moc } from '@overlook/shared/schemas';
import { Fields, WholeField } from '../../../../parts/form/fields.tsx';
import { FormFailure } from '../../../../parts/form/form-failure.tsx';
import { useForm } from '../../../../parts/form/use-form.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { DialogActions } from '../../../../parts/form/dialog-actions.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Segmented } from '../../../../ui/inputs/segmented.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { MOC_STATE_LOOKS } from '../moc-states.ts';
import { AttachmentsField, attachFiles } from './attachments-field.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { changeDraft, mocForm, useDraft } from './form-store.ts';
import { checkMoc, isTyped, type MocValues } from './moc-draft.ts';
import { type MocPlace, saveMoc } from './save-moc.ts';
import { TheirSave } from '../../../../parts/form/their-save.tsx';
import { uploads } from './uploads.ts';
import { useNewest } from './use-newest.ts';
import { attachView, viewAttached } from './view-picture.ts';
import { measurementsNow } from '../../../../state/session-tools.ts';
import { bookmarkNow, stagePicture } from '../../../../state/stage-view.ts';
import css from './moc-form.module.css';

const FORM_ID = 'moc-form';
const STATES = MOC_STATES.map((value) => ({ value, ...MOC_STATE_LOOKS[value] }));

interface MocFormProps {
  place: MocPlace;
  /** Files that the change had when it was read. */
  savedFiles: readonly Attachment[];
  onChangePosition: () => void;
  onSaved: (moc: Moc) => void;
  /** Closes without saving and discards the typed values. */
  onDiscard: () => void;
}

/**
 * The form of a change (specification §2). Typed values are in its draft immediately; closing asks when there are some.
 */
export function MocForm({ place, savedFiles, onChangePosition, onSaved, onDiscard }: MocFormProps) {
  const draft = useDraft();
  const { list } = useSnapshot(uploads);
  const [isAsking, setAsking] = useState(false);
  const { form, values, failure, isBusy, set, field, submit } = useForm<MocValues>({
    initial: draft.values,
    check: checkMoc,
    save: async (now) => {
      await viewAttached();
      onSaved(await saveMoc(place, mocForm.draft ?? draft, now));
    },
    isDraftKept: true,
  });
  useEffect(() => changeDraft({ values }), [values]);
  useMerged(draft.base, draft.values, values, set);
  const newest = useNewest(place, draft.version, isBusy);
  const files = newest?.attachments ?? savedFiles;
  const isUploading = list.some(({ status }) => status !== 'refused');
  const close = () => (isTyped(draft) || list.length > 0 ? setAsking(true) : onDiscard());
  const verb = place.mocId === null ? MOCS_MESSAGES['moc.addMoc'] : MOCS_MESSAGES['moc.saveMoc'];
  return (
    <>
      <Modal
        title={place.mocId === null ? MOCS_MESSAGES['moc.addMoc'] : MOCS_MESSAGES['moc.editMoc']}
        size="wide"
        onClose={isBusy ? undefined : close}
        actions={
          <>
            {isUploading && <p className={css.hint}>{MOCS_MESSAGES['moc.uploading']}</p>}
            <DialogActions formId={FORM_ID} verb={verb} isBusy={isBusy} isDisabled={isUploading} onCancel={close} />
          </>
        }
      >
        <form
          ref={form}
          id={FORM_ID}
          className={css.form}
          noValidate
          onSubmit={(event) => void submit(event)}
          onPaste={(event: ClipboardEvent) => takeFiles(event, event.clipboardData)}
          onDrop={(event: DragEvent) => takeFiles(event, event.dataTransfer)}
          onDragOver={(event: DragEvent) =>
            event.dataTransfer.types.includes(MOCS_MESSAGES['moc.files']) && event.preventDefault()
          }
        >
          <FormFailure failure={failure} />
          <TheirSaves failure={failure} values={values} set={set} />
          <MocFields values={values} field={field} set={set} />
          <AttachmentsField saved={files} />
          <Whereabouts savedFiles={files} onChangePosition={onChangePosition} />
        </form>
      </Modal>
      {isAsking && (
        <ConfirmDialog
          title={MOCS_MESSAGES['moc.discardWhatYouTyped']}
          text={MOCS_MESSAGES['moc.discard']}
          verb={MOCS_MESSAGES['moc.discardButton']}
          safeVerb={MOCS_MESSAGES['moc.keepEditing']}
          tone="danger"
          onConfirm={onDiscard}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type Form = ReturnType<typeof useForm<MocValues>>;

/** What others have saved meanwhile, and the texts to choose from. */
function TheirSaves({ failure, values, set }: Pick<Form, 'failure' | 'values' | 'set'>) {
  const { theirSave, conflicts } = useDraft();
  const isRefused = failure?.httpStatus === 409;
  return (
    <>
      {isRefused && failure.longMessage !== MOCS_MESSAGES['moc.archived'] && <p>{MOCS_MESSAGES['moc.theirsTaken']}</p>}
      {!isRefused && theirSave && (
        <TheirSave kind={MOCS_MESSAGES['moc.moc']} save={theirSave}>
          <p>{MOCS_MESSAGES['moc.theirsShown']}</p>
        </TheirSave>
      )}
      {/* A conflict names a field and its text as the form has them. */}
      <ConflictChoice conflicts={conflicts} values={values} onChoose={(name, text) => set(name, text as never)} />
    </>
  );
}

function MocFields({ values, field, set }: Pick<Form, 'values' | 'field' | 'set'>) {
  return (
    <Fields>
      <TextField label={COMMON_MESSAGES['common.name']} autoFocus {...field('name')} />
      <TextField label={MOCS_MESSAGES['moc.documentNumber']} {...field('documentNumber')} />
      <WholeField>
        <div className={css.group}>
          <span className={css.label} aria-hidden>
            {MOCS_MESSAGES['moc.state']}
          </span>
          <Segmented
            label={MOCS_MESSAGES['moc.state']}
            segments={STATES}
            value={values.state}
            onChange={(state) => set('state', state)}
          />
        </div>
      </WholeField>
      <WholeField>
        <RichTextEditor
          label={COMMON_MESSAGES['common.description']}
          value={values.description}
          onChange={(html) => set('description', html)}
        />
      </WholeField>
    </Fields>
  );
}

/** Applies values that entered the draft from elsewhere, for example those that another person has saved meanwhile. */
function useMerged(
  base: MocValues,
  merged: MocValues,
  values: MocValues,
  set: <Name extends keyof MocValues>(name: Name, value: MocValues[Name]) => void,
): void {
  const [taken, setTaken] = useState(base);
  if (taken === base) return;
  setTaken(base);
  for (const name of Object.keys(values) as (keyof MocValues)[])
    if (merged[name] !== values[name]) set(name, merged[name]);
}

function takeFiles(event: ClipboardEvent | DragEvent, data: DataTransfer | null): void {
  const files = [...(data?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  attachFiles(files);
}

/** The position, the view and the measurements of the change. */
function Whereabouts({ savedFiles, onChangePosition }: Pick<MocFormProps, 'savedFiles' | 'onChangePosition'>) {
  const { poi, bookmark, measurements } = useDraft();
  const measured = measurementsNow();
  const takeView = () => {
    changeDraft({ bookmark: bookmarkNow(), isBookmarkNew: true });
    attachView(stagePicture(), savedFiles);
  };
  const position = poi && llaTexts({ longitude: poi.longitude, latitude: poi.latitude, height: poi.altitude });
  return (
    <div className={css.group} role="group" aria-label={MOCS_MESSAGES['moc.placeAndView']}>
      <p className={css.line}>
        <span className={css.fact}>{position ? Object.values(position).join(', ') : ''}</span>
        <Button icon={MapPin} onClick={onChangePosition}>
          {MOCS_MESSAGES['moc.changePosition']}
        </Button>
      </p>
      <p className={css.line}>
        <span className={css.fact}>{bookmark ? MOCS_MESSAGES['moc.hasView'] : MOCS_MESSAGES['moc.noView']}</span>
        <Button icon={Camera} onClick={takeView}>
          {MOCS_MESSAGES['moc.useThePresentView']}
        </Button>
      </p>
      {(measurements ?? measured) && (
        <p className={css.line}>
          <span className={css.fact}>
            {measurements ? MOCS_MESSAGES['moc.hasMeasurements'] : MOCS_MESSAGES['moc.noMeasurements']}
          </span>
          {measured && (
            <Button icon={Ruler} onClick={() => changeDraft({ measurements: measured, areMeasurementsNew: true })}>
              {MOCS_MESSAGES['moc.attachMeasurements']}
            </Button>
          )}
          {measurements && (
            <Button tone="ghost" onClick={() => changeDraft({ measurements: null, areMeasurementsNew: true })}>
              {MOCS_MESSAGES['moc.removeMeasurements']}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
