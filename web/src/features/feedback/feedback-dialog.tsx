import { useState } from 'react';
import { FEEDBACK_DETAILS_LONGEST, PHONE_LONGEST } from '@overlook/shared/config';
import { FEEDBACK_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { failureOf } from '../../api/failure.ts';
import { sendFeedback } from '../../api/send-feedback.ts';
import { DialogActions } from '../../parts/form/dialog-actions.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Segmented } from '../../ui/inputs/segmented.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormFailure } from '../../parts/form/form-failure.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { showToast } from '../../state/toasts.ts';
import { checkFeedback } from './check-feedback.ts';
import { closeFeedback, EMPTY_FEEDBACK, feedback, type FeedbackValues } from './feedback-store.ts';
import { ScreenshotField } from './screenshot-field.tsx';
import { type TakePicture, useScreenshot } from './use-screenshot.ts';
import labelled from '../../ui/field/labelled.module.css';
import css from './feedback.module.css';

const FORM_ID = 'feedback-form';
const TYPES = [
  { value: 'idea', label: FEEDBACK_MESSAGES['feedback.idea'] },
  { value: 'issue', label: FEEDBACK_MESSAGES['feedback.issue'] },
  { value: 'misc', label: FEEDBACK_MESSAGES['feedback.misc'] },
] as const;

/**
 * The feedback form (specification §2). It closes after success and after failure; unsent input is shown when it is
 * opened again. Only an error of a field keeps it open.
 */
export function FeedbackDialog({ takePicture }: { takePicture: TakePicture }) {
  const [draft] = useState(feedback.draft);
  const { screenshot, remove, takeAgain } = useScreenshot(takePicture, draft?.screenshot);
  const url = screenshot.state === 'taken' ? screenshot.url : null;
  const save = async (values: FeedbackValues) => {
    try {
      await sendFeedback({ ...values, screenshot: url });
      showToast(FEEDBACK_MESSAGES['feedback.sent'], 'success');
      closeFeedback(null);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.httpStatus === 400) throw error;
      showToast(FEEDBACK_MESSAGES['feedback.failed'], 'error');
      closeFeedback({
        values,
        screenshot: url,
        failure: { ...failure, longMessage: FEEDBACK_MESSAGES['feedback.failed'] },
      });
    }
  };
  const { form, values, failure, isBusy, set, field, submit } = useForm<FeedbackValues>({
    initial: draft?.values ?? EMPTY_FEEDBACK,
    check: checkFeedback,
    save,
  });
  const close = () => closeFeedback({ values, screenshot: url, failure: draft?.failure ?? null });
  return (
    <Modal
      title={FEEDBACK_MESSAGES['feedback.leaveFeedback']}
      size="wide"
      onClose={isBusy ? undefined : close}
      actions={
        <DialogActions
          formId={FORM_ID}
          verb={FEEDBACK_MESSAGES['feedback.sendFeedback']}
          isBusy={isBusy}
          isDisabled={screenshot.state === 'waiting'}
          onCancel={close}
        />
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure ?? draft?.failure ?? null} />
        <Fields values={values} set={set} field={field} />
        <ScreenshotField screenshot={screenshot} isDisabled={isBusy} onRemove={remove} onTake={takeAgain} />
      </form>
    </Modal>
  );
}

type FieldsProps = Pick<ReturnType<typeof useForm<FeedbackValues>>, 'values' | 'set' | 'field'>;

function Fields({ values, set, field }: FieldsProps) {
  const setCallback = (isWanted: boolean) => {
    set('callback', isWanted);
    // Counts as typed: whether a number is required has changed.
    set('phoneNumber', values.phoneNumber);
  };
  return (
    <>
      <div className={css.type}>
        <p className={labelled.label}>{FEEDBACK_MESSAGES['feedback.feedbackType']}</p>
        <Segmented
          label={FEEDBACK_MESSAGES['feedback.feedbackType']}
          segments={TYPES}
          value={values.feedbackType}
          onChange={(type) => set('feedbackType', type)}
        />
      </div>
      <TextArea
        label={COMMON_MESSAGES['common.details']}
        rows={5}
        maxLength={FEEDBACK_DETAILS_LONGEST}
        {...field('details')}
      />
      <div className={css.callback}>
        <TextField
          label={FEEDBACK_MESSAGES['feedback.phoneNumber']}
          type="tel"
          autoComplete="tel"
          maxLength={PHONE_LONGEST}
          {...field('phoneNumber')}
        />
        <Checkbox isSelected={values.callback} onChange={setCallback}>
          {FEEDBACK_MESSAGES['feedback.callMeBack']}
        </Checkbox>
      </div>
    </>
  );
}
