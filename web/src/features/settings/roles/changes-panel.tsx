import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CornerDownRight, RotateCcw, TriangleAlert, Undo2 } from 'lucide-react';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { VALUE_WORDS, type PermissionValue, type EntryChange } from './permission-entries.ts';
import { effectText, reachText } from './permission-text.ts';
import type { RoleInput } from './role-input.ts';
import css from './changes-panel.module.css';

interface ChangesPanelProps {
  changes: readonly EntryChange[];
  /** The role as it would be saved; without an id a new one. */
  input: RoleInput;
  nameOfSite: (siteId: number) => string;
  onUndo: (changes: readonly EntryChange[]) => void;
}

const NAMES = new Map<string, string>(PERMISSION_TOKENS.map(({ token, displayName }) => [token, displayName]));

/** What saving would change, for which people, and why it would be refused. */
export function ChangesPanel({ changes, input, nameOfSite, onUndo }: ChangesPanelProps) {
  const settled = useSettled(input);
  const { data: preview } = useQuery({
    queryKey: ['role preview', settled],
    // A mutation by method only: it takes more than an address holds, and changes nothing.
    queryFn: () => api.roles.preview.mutate(settled),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <section className={css.panel} aria-label={ADMIN_MESSAGES['role.changesBeforeSaving']}>
      <div className={css.head}>
        <h3 className={css.title}>
          {changes.length === 1 ? ADMIN_MESSAGES['role.oneChange'] : `${changes.length} changes`}
        </h3>
        <span className={css.reach}>{preview ? reachText(preview) : ADMIN_MESSAGES['role.workingOutWhoAffected']}</span>
        <Button tone="ghost" icon={RotateCcw} onClick={() => onUndo(changes)}>
          {ADMIN_MESSAGES['role.undoAll']}
        </Button>
      </div>
      {preview?.refusal && (
        <p className={css.refusal} role="status">
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
          {preview.refusal}
        </p>
      )}
      <ul className={css.list}>
        {changes.map((change) => {
          const name = NAMES.get(change.token) ?? change.token;
          const site = nameOfSite(change.siteId);
          return (
            <li key={`${change.siteId} ${change.token}`} className={css.row}>
              <CornerDownRight size={14} strokeWidth={1.75} aria-hidden className={css.mark} />
              <span className={css.name}>{name}</span>
              <span className={css.site}>{site}</span>
              <span className={css.step}>
                {VALUE_WORDS[change.from]} → <ValueWord value={change.to} />
              </span>
              <span className={css.effect}>{preview ? effectText(preview, change) : ''}</span>
              <IconButton
                icon={Undo2}
                size="s"
                label={formatMessage(ADMIN_MESSAGES['role.undo'], { name, site })}
                onClick={() => onUndo([change])}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const ValueWord = ({ value }: { value: PermissionValue }) => (
  <strong className={css.value} data-value={value}>
    {VALUE_WORDS[value]}
  </strong>
);
