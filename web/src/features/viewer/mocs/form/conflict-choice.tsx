import { useId } from 'react';
import { MOCS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { RichTextView } from '../../../../ui/rich-text/rich-text-view.tsx';
import { MOC_STATE_LOOKS } from '../moc-states.ts';
import type { FieldConflict, MocValues } from './moc-draft.ts';
import css from './moc-form.module.css';

const LABELS: Readonly<Record<keyof MocValues, string>> = {
  name: COMMON_MESSAGES['common.name'],
  documentNumber: MOCS_MESSAGES['moc.documentNumber'],
  state: MOCS_MESSAGES['moc.state'],
  description: COMMON_MESSAGES['common.description'],
};

interface ConflictChoiceProps {
  conflicts: readonly FieldConflict[];
  values: MocValues;
  onChoose: (field: keyof MocValues, text: string) => void;
}

/** For each field that two people have saved differently: both texts, and which of them is kept. */
export function ConflictChoice({ conflicts, values, onChoose }: ConflictChoiceProps) {
  if (conflicts.length === 0) return null;
  return (
    <section className={css.conflicts} aria-label={MOCS_MESSAGES['moc.conflict']}>
      <p className={css.label}>{MOCS_MESSAGES['moc.conflict']}</p>
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.field}
          conflict={conflict}
          isTheirs={values[conflict.field] === conflict.theirs}
          onChoose={(text) => onChoose(conflict.field, text)}
        />
      ))}
    </section>
  );
}

interface ConflictProps {
  conflict: FieldConflict;
  isTheirs: boolean;
  onChoose: (text: string) => void;
}

function Conflict({ conflict: { field, mine, theirs }, isTheirs, onChoose }: ConflictProps) {
  const name = useId();
  const options = [
    { label: MOCS_MESSAGES['moc.yoursShort'], text: mine, isChosen: !isTheirs },
    { label: MOCS_MESSAGES['moc.theirsShort'], text: theirs, isChosen: isTheirs },
  ];
  return (
    <fieldset className={css.conflict}>
      <legend className={css.label}>{LABELS[field]}</legend>
      {options.map(({ label, text, isChosen }) => (
        <label key={label} className={css.version}>
          <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(text)} />
          <span className={css.whose}>{label}</span>
          <span className={css.versionText}>
            <FieldText field={field} text={text} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function FieldText({ field, text }: { field: keyof MocValues; text: string }) {
  if (text === '') return MOCS_MESSAGES['moc.empty'];
  if (field === 'description') return <RichTextView html={text} />;
  return field === 'state' ? MOC_STATE_LOOKS[text as MocValues['state']].label : text;
}
