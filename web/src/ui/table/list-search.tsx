import { Search } from 'lucide-react';
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
        label={`Search ${of}`}
        isLabelHidden
        type="search"
        placeholder={`Search ${of}`}
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
