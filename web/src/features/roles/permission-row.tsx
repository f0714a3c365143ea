import { Ellipsis } from 'lucide-react';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import { type Answer, answerAt, type Place } from './answers.ts';
import { inheritText } from './inherit-text.ts';
import { PermissionCell } from './permission-cell.tsx';
import type { Scope } from './scope.ts';
import { setAllSection } from './set-all.ts';
import css from './permission-grid.module.css';

interface PermissionRowProps {
  token: string;
  displayName: string;
  scopes: readonly Scope[];
  saved: ExplicitPermissions;
  draft: ExplicitPermissions;
  isTabStop: boolean;
  onAnswer: (places: readonly Place[], answer: Answer) => void;
  onExplain: ((token: string) => void) | null;
  onFocus: () => void;
}

/** One permission: its name and token, a menu for all of the row, and a cell per column. */
export function PermissionRow(props: PermissionRowProps) {
  const { token, displayName, scopes, saved, draft, isTabStop, onAnswer, onExplain, onFocus } = props;
  const all = setAllSection(
    scopes.map(({ id }) => ({ siteId: id, token })),
    onAnswer,
  );
  const explain = onExplain && {
    key: 'explain',
    entries: [{ key: 'explain', label: 'Explain access', onAction: () => onExplain(token) }],
  };
  return (
    <tr className={css.row} onFocus={onFocus}>
      <th scope="row" className={css.permission}>
        <span className={css.headWords}>
          <span className={css.permissionWords}>
            <span className={css.permissionName}>{displayName}</span>
            <span className={css.token}>{token}</span>
          </span>
          <MenuButton label={`More for ${displayName}`} icon={Ellipsis} sections={explain ? [all, explain] : [all]} />
        </span>
      </th>
      {scopes.map((scope) => {
        const place = { siteId: scope.id, token };
        const answer = answerAt(draft, place);
        return (
          <td key={scope.id} className={css.place}>
            <PermissionCell
              label={`${displayName}, ${scope.name}`}
              name={`answer ${scope.id} ${token}`}
              answer={answer}
              isChanged={answer !== answerAt(saved, place)}
              isTabStop={isTabStop}
              inheritHint={inheritText(draft, place)}
              onChange={(chosen) => onAnswer([place], chosen)}
            />
          </td>
        );
      })}
    </tr>
  );
}
