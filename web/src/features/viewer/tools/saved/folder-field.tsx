import { useId } from 'react';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import { TextField, type TextFieldProps } from '../../../../ui/field/text-field.tsx';
import css from './saved.module.css';

interface FolderFieldProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'onBlur'> {
  /** Folders that exist, which are suggested. */
  folders: readonly string[];
}

/** The folder of a measurement: an existing one, or a new one by its name. */
export function FolderField({ folders, ...field }: FolderFieldProps) {
  const id = useId();
  return (
    <div>
      <TextField
        label={SAVED_MESSAGES['saved.folder']}
        list={`${id}-list`}
        aria-describedby={`${id}-hint`}
        {...field}
      />
      <p id={`${id}-hint`} className={css.hint}>
        {SAVED_MESSAGES['saved.folderHint']}
      </p>
      <datalist id={`${id}-list`}>
        {folders.map((folder) => (
          <option key={folder}>{folder}</option>
        ))}
      </datalist>
    </div>
  );
}
