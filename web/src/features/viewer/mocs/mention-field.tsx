import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { COMMENT_LONGEST } from '@overlook/shared/config';
import { hasEveryWord } from '@overlook/shared/format';
import { useMocPeople } from '../../../api/mocs.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { MentionList } from './mention-list.tsx';
import { type MentionedPerson, typedMention } from './mentions.ts';

/** Names offered at most; a longer list is narrowed by typing. */
const OFFERED_AT_MOST = 8;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface MentionFieldProps {
  siteId: number;
  label: string;
  value: string;
  error: string | null;
  /** The people chosen so far, even when their names are no longer in the text. */
  chosen: readonly MentionedPerson[];
  onChange: (value: string, chosen: readonly MentionedPerson[]) => void;
}

/** Text of several lines in which "@" offers people to be mentioned. */
export function MentionField({ siteId, label, value, error, chosen, onChange }: MentionFieldProps) {
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const caretToSet = useRef<number | null>(null);
  /** Index of the "@" whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [pointed, setPointed] = useState(0);
  const found = typedMention(value, caret, chosen);
  const typed = found?.start === closedAt ? null : found;
  const people = useMocPeople(typed ? siteId : null);
  const fitting = typed ? (people.data ?? []).filter(({ name }) => hasEveryWord(name, typed.search)) : [];
  const offered = fitting.slice(0, OFFERED_AT_MOST);
  // After a space, words that are in no name are plain text.
  const isOpen = typed !== null && (offered.length > 0 || !people.data || !typed.search.includes(' '));
  const active = Math.min(pointed, offered.length - 1);
  useEffect(() => {
    if (caretToSet.current === null) return;
    field.current?.setSelectionRange(caretToSet.current, caretToSet.current);
    caretToSet.current = null;
  });

  const choose = (person: MentionedPerson) => {
    const before = `${value.slice(0, typed!.start)}@${person.name} `;
    caretToSet.current = before.length;
    setCaret(before.length);
    onChange(before + value.slice(caret), [...chosen.filter(({ id }) => id !== person.id), person]);
    field.current?.focus();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (event.key === 'Escape') setClosedAt(typed.start);
    else if (offered.length === 0) return;
    else if (step !== undefined) setPointed((active + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(offered[active]!);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextArea
        ref={field}
        label={label}
        rows={2}
        maxLength={COMMENT_LONGEST}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${active}` : undefined}
        onChange={(text) => {
          setCaret(field.current?.selectionStart ?? text.length);
          setPointed(0);
          setClosedAt((at) => (at !== null && text[at] === '@' ? at : null));
          onChange(text, chosen);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => typed && offered.length > 0 && setClosedAt(typed.start)}
        onKeyDown={pressKey}
      />
      {isOpen && (
        <MentionList
          id={listId}
          people={people}
          offered={offered}
          active={active}
          onPoint={setPointed}
          onChoose={choose}
        />
      )}
    </>
  );
}
