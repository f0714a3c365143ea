import { leave } from '../../state/leaving.ts';
import { Button } from '../../ui/button/button.tsx';

interface FormActionsProps {
  /** Id of the form that is saved. */
  formId: string;
  /** "Save team", "Create team". */
  verb: string;
  isBusy: boolean;
  /** Goes away without saving; asked for first when something typed would be lost. */
  onCancel: () => void;
}

/** Cancel and Save of a page that edits one thing. */
export function FormActions({ formId, verb, isBusy, onCancel }: FormActionsProps) {
  return (
    <>
      <Button tone="ghost" size="l" onClick={() => leave(onCancel)}>
        Cancel
      </Button>
      <Button tone="primary" size="l" type="submit" form={formId} isBusy={isBusy}>
        {verb}
      </Button>
    </>
  );
}
