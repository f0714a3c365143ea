import { ADMIN_MESSAGES, SETTINGS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { TextArea } from '../../../../ui/field/text-area.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Fields, WholeField } from '../../../../parts/form/fields.tsx';

interface FieldState {
  name: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** The errors of a team or role before it is sent (specification §5 "Team and Role"). */
export function checkGroup({ displayName }: { displayName: string }): { displayName?: string } {
  return displayName.trim() === '' ? { displayName: ADMIN_MESSAGES['group.nameRequired'] } : {};
}

/** Name and description of a team or role. */
export function GroupFields({ name, description }: { name: FieldState; description: FieldState }) {
  return (
    <Fields>
      <WholeField>
        <TextField label={SETTINGS_MESSAGES['settings.displayName']} autoComplete="off" {...name} />
      </WholeField>
      <WholeField>
        <TextArea label={COMMON_MESSAGES['common.description']} {...description} />
      </WholeField>
    </Fields>
  );
}
