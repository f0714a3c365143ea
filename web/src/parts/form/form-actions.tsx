import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { leave } from '../../state/leaving.ts';
import { Button } from '../../ui/button/button.tsx';
import { useLayout } from '../../ui/use-layout.ts';

interface FormActionsProps {
  /** Id of the form that is saved. */
  formId: string;
  /** "Save team", "Create team". */
  verb: string;
  isBusy: boolean;
  /** Leaves without saving; asks first when typed input would be lost. */
  onCancel: () => void;
}

/** Cancel and Save of a page that edits one thing. On a phone the name of the thing has the room, and Back is Cancel. */
export function FormActions({ formId, verb, isBusy, onCancel }: FormActionsProps) {
  const isPhone = useLayout() === 'phone';
  return (
    <>
      {!isPhone && (
        <Button tone="ghost" size="l" onClick={() => leave(onCancel)}>
          {COMMON_MESSAGES['common.cancel']}
        </Button>
      )}
      <Button tone="primary" size="l" type="submit" form={formId} isBusy={isBusy}>
        {verb}
      </Button>
    </>
  );
}
