import { Ellipsis } from 'lucide-react';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { type PermissionValue, valueAt, type CellKey } from './permission-entries.ts';
import { inheritText } from './permission-text.ts';
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
  onSet: (cells: readonly CellKey[], value: PermissionValue) => void;
  onExplain: ((token: string) => void) | null;
  onFocus: () => void;
}

/** One permission: its name and token, a menu for all of the row, and a cell per column. */
export function PermissionRow(props: PermissionRowProps) {
  const { token, displayName, scopes, saved, draft, isTabStop, onSet, onExplain, onFocus } = props;
  const all = setAllSection(
    scopes.map(({ id }) => ({ siteId: id, token })),
    onSet,
  );
  const explain = onExplain && {
    key: 'explain',
    entries: [{ key: 'explain', label: ADMIN_MESSAGES['role.explainAccess'], onAction: () => onExplain(token) }],
  };
  return (
    <tr className={css.row} onFocus={onFocus}>
      <th scope="row" className={css.permission}>
        <span className={css.headWords}>
          <span className={css.permissionWords}>
            <span className={css.permissionName}>{displayName}</span>
            <span className={css.token}>{token}</span>
          </span>
          <MenuButton
            label={formatMessage(ADMIN_MESSAGES['role.moreFor'], { displayName })}
            icon={Ellipsis}
            sections={explain ? [all, explain] : [all]}
          />
        </span>
      </th>
      {scopes.map((scope) => {
        const cell = { siteId: scope.id, token };
        const value = valueAt(draft, cell);
        return (
          <td key={scope.id} className={css.cellBox}>
            <PermissionCell
              label={`${displayName}, ${scope.name}`}
              name={`value ${scope.id} ${token}`}
              value={value}
              isChanged={value !== valueAt(saved, cell)}
              isTabStop={isTabStop}
              inheritHint={inheritText(draft, cell)}
              onChange={(chosen) => onSet([cell], chosen)}
            />
          </td>
        );
      })}
    </tr>
  );
}
