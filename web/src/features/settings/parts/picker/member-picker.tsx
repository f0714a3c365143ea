import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { hasEveryWord } from '@overlook/shared/format';
import { SETTINGS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { DirectoryEntry, DirectoryKind } from '../../../../api/directory.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { ListSearch } from '../../../../ui/table/list-search.tsx';
import { DirectoryBox } from './directory-box.tsx';
import labelled from '../../../../ui/field/labelled.module.css';
import css from './member-picker.module.css';

interface MemberPickerProps {
  kind: DirectoryKind;
  chosen: readonly DirectoryEntry[];
  onChange: (chosen: DirectoryEntry[]) => void;
  /** Whether there is a list to choose from; without it the chosen ones are shown and cannot be changed. */
  maySee: boolean;
}

const LABELS: Record<DirectoryKind, string> = {
  user: SETTINGS_MESSAGES['settings.users'],
  role: SETTINGS_MESSAGES['settings.roles'],
  team: SETTINGS_MESSAGES['settings.teams'],
};

/** Rows drawn at most; a longer list is searched. */
const SHOWN_AT_MOST = 100;
const SEARCHED_FROM = 12;

/** Several people, roles or teams: a field that adds one, and those chosen, each with a button that removes it. */
export function MemberPicker({ kind, chosen, onChange, maySee }: MemberPickerProps) {
  const id = useId();
  const label = LABELS[kind];
  const plural = label.toLocaleLowerCase();
  const [search, setSearch] = useState('');
  const fitting = chosen.filter(({ name, hint }) => hasEveryWord(`${name} ${hint}`, search));
  const ids = new Set(chosen.map((entry) => entry.id));
  return (
    <div className={css.picker} role="group" aria-labelledby={id}>
      <p id={id} className={labelled.label}>
        {label} <span className={css.count}>{chosen.length}</span>
      </p>
      {maySee ? (
        <DirectoryBox
          kind={kind}
          label={formatMessage(SETTINGS_MESSAGES['settings.addTo'], { plural })}
          isLabelHidden
          placeholder={formatMessage(SETTINGS_MESSAGES['settings.findAToAdd'], { kind })}
          exceptIds={ids}
          onChoose={(entry) => onChange([...chosen, entry])}
        />
      ) : (
        <p className={css.hint}>{formatMessage(SETTINGS_MESSAGES['settings.maySeeList'], { plural })}</p>
      )}
      {chosen.length >= SEARCHED_FROM && <ListSearch of={`chosen ${plural}`} value={search} onChange={setSearch} />}
      {chosen.length > 0 && (
        <ul className={css.list}>
          {fitting.slice(0, SHOWN_AT_MOST).map((entry) => (
            <li key={entry.id} className={css.row}>
              <span className={css.words}>
                <span className={css.name}>{entry.name}</span>
                {entry.hint && <span className={css.hint}>{entry.hint}</span>}
              </span>
              {maySee && (
                <IconButton
                  icon={X}
                  size="s"
                  label={formatMessage(SETTINGS_MESSAGES['settings.remove'], { name: entry.name })}
                  onClick={() => onChange(chosen.filter((other) => other.id !== entry.id))}
                />
              )}
            </li>
          ))}
          {fitting.length === 0 && <li className={css.more}>{SETTINGS_MESSAGES['settings.noneFitsTheSearch']}</li>}
          {fitting.length > SHOWN_AT_MOST && (
            <li className={css.more}>
              {formatMessage(SETTINGS_MESSAGES['settings.moreFound'], {
                count: fitting.length - SHOWN_AT_MOST,
              })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
