import { Search as SearchIcon, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { hitPositionText, CAD_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import type { Search } from './use-found.ts';
import type { HitSteps } from './use-hit-steps.ts';
import css from './object-search.module.css';

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  search: Search;
  steps: HitSteps;
}

/** The search over names, paths, tags and property values. Enter goes to the next object found, with Shift back; Escape empties it. */
export function SearchField({ ref, value, onChange, search: { found, isBehind }, steps }: SearchFieldProps) {
  const pressKey = (event: KeyboardEvent) => {
    if (value === '') return;
    if (event.key === 'Enter') steps.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onChange('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = steps.position === null ? null : steps.position + 1;
  return (
    <TextField
      ref={ref}
      label={CAD_MESSAGES['cad.searchObjects']}
      isLabelHidden
      type="search"
      size="m"
      placeholder={CAD_MESSAGES['cad.namePathTagProperty']}
      icon={SearchIcon}
      value={value}
      onChange={onChange}
      onKeyDown={pressKey}
      inputEnd={
        value && (
          <>
            {found && !isBehind && found.total > 0 && (
              <span className={css.position}>{hitPositionText(place, found.total, found.isTotalExact)}</span>
            )}
            <IconButton icon={X} label={CAD_MESSAGES['cad.clearTheSearch']} size="s" onClick={() => onChange('')} />
          </>
        )
      }
    />
  );
}
