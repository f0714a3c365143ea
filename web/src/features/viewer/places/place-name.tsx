import { type KeyboardEvent, useRef, useState } from 'react';
import { NAME_LONGEST } from '@overlook/shared/config';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import css from './places.module.css';

interface PlaceNameProps {
  name: string;
  /** Answers false when the name could not be saved. */
  onRename: (name: string) => Promise<boolean>;
  onDone: () => void;
}

/** The name as a field: Enter and leaving it save a change, Escape does not. */
export function PlaceName({ name, onRename, onDone }: PlaceNameProps) {
  const [draft, setDraft] = useState(name);
  const isEnding = useRef(false);
  const save = async () => {
    if (isEnding.current) return;
    isEnding.current = true;
    const typed = draft.trim();
    const isSaved = typed === '' || typed === name || (await onRename(typed));
    isEnding.current = false;
    if (isSaved) onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    else if (event.key === 'Escape') {
      isEnding.current = true;
      onDone();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      className={css.nameField}
      aria-label={PLACES_MESSAGES['place.nameOfThePlace']}
      // The person has just asked to type here.
      autoFocus
      autoComplete="off"
      maxLength={NAME_LONGEST}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
}
