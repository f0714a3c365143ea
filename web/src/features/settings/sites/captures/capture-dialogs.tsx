import { CalendarDays, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { formatMessage, SITE_CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedCapture } from '@overlook/shared/schemas';
import { failureOf } from '../../../../api/failure.ts';
import { DialogActions } from '../../../../parts/form/dialog-actions.tsx';
import { FormFailure } from '../../../../parts/form/form-failure.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { captureName, namesOf, referencesText } from './capture-words.ts';
import { useCaptureChanges } from './use-capture-changes.ts';

export type CaptureQuestion = 'publish' | 'discard' | 'date' | 'withdraw' | 'delete';

interface CaptureDialogProps {
  asked: CaptureQuestion;
  capture: ManagedCapture;
  /** All of its layer. */
  captures: readonly ManagedCapture[];
  onClose: () => void;
}

/** Asks before a capture is changed. */
export function CaptureDialog({ asked, ...props }: CaptureDialogProps) {
  switch (asked) {
    case 'publish':
      return <PublishDialog {...props} />;
    case 'discard':
      return <DiscardDialog {...props} />;
    case 'date':
      return <DateDialog {...props} />;
    case 'withdraw':
      return <WithdrawDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} />;
  }
}

type DialogProps = Omit<CaptureDialogProps, 'asked'>;

const whichOf = ({ siteId, id }: ManagedCapture) => ({ siteId, captureId: id });

function PublishDialog({ capture, captures, onClose }: DialogProps) {
  const name = captureName(capture);
  const text = formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.isPublished'], { name });
  const { publish } = useCaptureChanges(text, onClose);
  const isSame = (one: ManagedCapture) =>
    one.takenOn === capture.takenOn && one.publishedAt !== null && one.withdrawnAt === null;
  const replace = captures.some(isSame);
  const leaving = captures.filter(({ isNextToGo }) => isNextToGo);
  return (
    <ConfirmDialog
      title={SITE_CAPTURES_MESSAGES['siteCaptures.publishTitle']}
      text={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.publishQuestion'], { name })}
      verb={SITE_CAPTURES_MESSAGES['siteCaptures.publish']}
      icon={Pencil}
      isBusy={publish.isPending}
      onConfirm={() => publish.mutate({ ...whichOf(capture), replace })}
      onClose={onClose}
    >
      {replace && <p>{SITE_CAPTURES_MESSAGES['siteCaptures.publishReplaces']}</p>}
      {!replace && leaving.length > 0 && (
        <p>{formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.publishRemoves'], { names: namesOf(leaving) })}</p>
      )}
    </ConfirmDialog>
  );
}

function DiscardDialog({ capture, onClose }: DialogProps) {
  const { discard } = useCaptureChanges(SITE_CAPTURES_MESSAGES['siteCaptures.isDiscarded'], onClose);
  return (
    <ConfirmDialog
      title={SITE_CAPTURES_MESSAGES['siteCaptures.discardTitle']}
      text={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.discardQuestion'], { name: captureName(capture) })}
      verb={SITE_CAPTURES_MESSAGES['siteCaptures.discard']}
      tone="danger"
      icon={Trash2}
      isBusy={discard.isPending}
      onConfirm={() => discard.mutate(whichOf(capture))}
      onClose={onClose}
    />
  );
}

function WithdrawDialog({ capture, onClose }: DialogProps) {
  const name = captureName(capture);
  const text = formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.isWithdrawn'], { name });
  const { withdraw } = useCaptureChanges(text, onClose);
  return (
    <ConfirmDialog
      title={SITE_CAPTURES_MESSAGES['siteCaptures.withdrawTitle']}
      text={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.withdrawQuestion'], { name })}
      verb={SITE_CAPTURES_MESSAGES['siteCaptures.withdraw']}
      icon={EyeOff}
      isBusy={withdraw.isPending}
      onConfirm={() => withdraw.mutate(whichOf(capture))}
      onClose={onClose}
    >
      <Named capture={capture} />
    </ConfirmDialog>
  );
}

function DeleteDialog({ capture, onClose }: DialogProps) {
  const { remove } = useCaptureChanges(SITE_CAPTURES_MESSAGES['siteCaptures.isDeleted'], onClose);
  return (
    <ConfirmDialog
      title={SITE_CAPTURES_MESSAGES['siteCaptures.deleteTitle']}
      text={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.deleteQuestion'], { name: captureName(capture) })}
      verb={SITE_CAPTURES_MESSAGES['siteCaptures.delete']}
      tone="danger"
      icon={Trash2}
      isBusy={remove.isPending}
      // The person has read below what names it.
      onConfirm={() => remove.mutate({ ...whichOf(capture), evenIfNamed: true })}
      onClose={onClose}
    >
      <Named capture={capture} />
    </ConfirmDialog>
  );
}

function Named({ capture }: { capture: ManagedCapture }) {
  const text = referencesText(capture.references);
  return text && <p>{text}</p>;
}

const TYPED_LENGTHS = { year: 4, month: 7, day: 10, published: 10 } as const;

function DateDialog({ capture, onClose }: DialogProps) {
  const formId = useId();
  const [captured, setCaptured] = useState(capture.takenOn.slice(0, TYPED_LENGTHS[capture.precision]));
  const { date } = useCaptureChanges(SITE_CAPTURES_MESSAGES['siteCaptures.isDated'], onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form around this dialog is another one.
    event.stopPropagation();
    if (!date.isPending) date.mutate({ ...whichOf(capture), captured });
  };
  return (
    <Modal
      title={SITE_CAPTURES_MESSAGES['siteCaptures.changeDate']}
      onClose={date.isPending ? undefined : onClose}
      actions={
        <DialogActions
          formId={formId}
          verb={SITE_CAPTURES_MESSAGES['siteCaptures.changeDate']}
          isBusy={date.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormFailure failure={date.isError ? { ...failureOf(date.error), fields: {} } : null} />
        <TextField
          label={SITE_CAPTURES_MESSAGES['siteCaptures.captured']}
          icon={CalendarDays}
          autoComplete="off"
          value={captured}
          onChange={setCaptured}
        />
        <p>{SITE_CAPTURES_MESSAGES['siteCaptures.dateHint']}</p>
        <Named capture={capture} />
      </form>
    </Modal>
  );
}
