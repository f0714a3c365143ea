import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../button/icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password, hidden until the user shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'inputEnd'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      inputEnd={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? COMMON_MESSAGES['common.hidePassword'] : COMMON_MESSAGES['common.showPassword']}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
