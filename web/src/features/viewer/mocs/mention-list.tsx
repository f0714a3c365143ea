import { CloudOff } from 'lucide-react';
import { type PointerEvent, useEffect } from 'react';
import { peopleFoundText, MOCS_MESSAGES } from '@overlook/shared/messages';
import type { useMocPeople } from '../../../api/mocs.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Skeleton } from '../../../ui/status/skeleton.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import type { MentionedPerson } from './mentions.ts';
import css from './mentions.module.css';

interface MentionListProps {
  /** Options have it as prefix of theirs: `<id>-<index>`. */
  id: string;
  people: ReturnType<typeof useMocPeople>;
  offered: readonly MentionedPerson[];
  /** Index of the option that Enter chooses. */
  active: number;
  onPoint: (index: number) => void;
  onChoose: (person: MentionedPerson) => void;
}

/** Browsers also send the event when the page changes under a pointer that rests. */
const isMovement = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;

/** The people whose names fit the typed text. The field keeps the focus. */
export function MentionList({ id, people, offered, active, onPoint, onChoose }: MentionListProps) {
  const { data, isError, isFetching, refetch } = people;
  const count = data ? offered.length : null;
  useEffect(() => {
    if (count !== null) announce(peopleFoundText(count));
  }, [count]);
  if (!data && isError) {
    return (
      <ErrorState
        icon={CloudOff}
        title={MOCS_MESSAGES['people.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className={css.loading} />;
  if (offered.length === 0) return <p className={css.none}>{MOCS_MESSAGES['people.noMatch']}</p>;
  return (
    <div id={id} role="listbox" aria-label={MOCS_MESSAGES['moc.people']} className={css.list}>
      {offered.map((person, i) => (
        <button
          key={person.id}
          id={`${id}-${i}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          className={css.option}
          // Not on enter: the list may open under a mouse that rests, while the keys are used.
          onPointerMove={(event) => isMovement(event) && onPoint(i)}
          // The focus stays in the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.name}
        </button>
      ))}
    </div>
  );
}
