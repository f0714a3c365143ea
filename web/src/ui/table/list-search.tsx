import { Search } from 'lucide-react';
import { UI_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { TextField } from '../field/text-field.tsx';
import css from './list-parts.module.css';

interface ListSearchProps {
  /** The searched fields: "name, e-mail, role or team". */
  of: string;
  value: string;
  onChange: (search: string) => void;
}

/** The search of a list; Escape empties it. */
export function ListSearch({ of, value, onChange }: ListSearchProps) {
  return (
    <div className={css.search}>
      <TextField
        label={formatMessage(UI_MESSAGES['ui.search'], { of })}
        isLabelHidden
        type="search"
        placeholder={formatMessage(UI_MESSAGES['ui.search'], { of })}
        icon={Search}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
    </div>
  );
}
