import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../ui/button/button.tsx';

interface DialogActionsProps {
  /** Id of the form that is sent. */
  formId: string;
  /** "Send". */
  verb: string;
  isBusy: boolean;
  /** The form cannot be sent now. */
  isDisabled?: boolean;
  onCancel: () => void;
}

/** Cancel and Send of a dialog with a form. While the form is being sent the dialog cannot be cancelled. */
export const DialogActions = ({ formId, verb, isBusy, isDisabled = false, onCancel }: DialogActionsProps) => (
  <>
    <Button size="l" disabled={isBusy} onClick={onCancel}>
      {COMMON_MESSAGES['common.cancel']}
    </Button>
    <Button tone="primary" size="l" type="submit" form={formId} isBusy={isBusy} disabled={isDisabled}>
      {verb}
    </Button>
  </>
);
