import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { DefaultPermission, ExplicitPermissions } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { PermissionValue, CellKey } from './permission-entries.ts';
import { PermissionRow } from './permission-row.tsx';
import { setAllSection } from './set-all.ts';
import type { Scope } from './scope.ts';
import css from './permission-grid.module.css';

interface PermissionGridProps {
  permissions: readonly DefaultPermission[];
  scopes: readonly Scope[];
  saved: ExplicitPermissions;
  draft: ExplicitPermissions;
  onSet: (cells: readonly CellKey[], answer: PermissionValue) => void;
  /** Opens "explain access" for a permission; null for a user who may not see other users. */
  onExplain: ((token: string) => void) | null;
}

/** The categories in their order, each with its permissions. */
function byCategory(permissions: readonly DefaultPermission[]): [string, DefaultPermission[]][] {
  const groups = new Map<string, DefaultPermission[]>();
  for (const permission of permissions) {
    groups.set(permission.category, [...(groups.get(permission.category) ?? []), permission]);
  }
  return [...groups];
}

/**
 * Permissions against sites. Left and right choose in a cell, up and down go to the next permission, Tab to the next site
 * of the row and then out: only the row that was last used is a stop.
 */
export function PermissionGrid({ permissions, scopes, saved, draft, onSet, onExplain }: PermissionGridProps) {
  const [activeToken, setActiveToken] = useState<string | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const stop = permissions.some(({ token }) => token === activeToken) ? activeToken : permissions[0]?.token;
  const toggle = (category: string) =>
    setClosed((now) => new Set(now.has(category) ? [...now].filter((one) => one !== category) : [...now, category]));
  return (
    <table className={css.grid} onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          <th scope="col" className={css.permissionHead}>
            {ADMIN_MESSAGES['role.permission']}
          </th>
          {scopes.map((scope) => (
            <th key={scope.id} scope="col" className={css.scopeHead}>
              <span className={css.scopeWords}>
                <span className={css.scopeName} title={scope.name}>
                  {scope.name}
                </span>
                <MenuButton
                  label={formatMessage(ADMIN_MESSAGES['role.setAllOf'], { name: scope.name })}
                  icon={Ellipsis}
                  sections={[
                    setAllSection(
                      permissions.map(({ token }) => ({ siteId: scope.id, token })),
                      onSet,
                    ),
                  ]}
                />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {byCategory(permissions).map(([category, rows]) => (
        <tbody key={category}>
          <tr>
            <th scope="rowgroup" colSpan={scopes.length + 1} className={css.category}>
              <button
                type="button"
                className={css.categoryButton}
                aria-expanded={!closed.has(category)}
                onClick={() => toggle(category)}
              >
                {closed.has(category) ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
                {category} <span className={css.count}>{rows.length}</span>
              </button>
            </th>
          </tr>
          {!closed.has(category) &&
            rows.map(({ token, displayName }) => (
              <PermissionRow
                key={token}
                token={token}
                displayName={displayName}
                scopes={scopes}
                saved={saved}
                draft={draft}
                isTabStop={token === stop}
                onSet={onSet}
                onExplain={onExplain}
                onFocus={() => setActiveToken(token)}
              />
            ))}
        </tbody>
      ))}
    </table>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The up and down arrows move to the chosen value of the same column, skip the heads of categories, and change nothing. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const cell = event.target instanceof HTMLInputElement ? event.target.closest('td') : null;
  if (step === undefined || !cell) return;
  event.preventDefault();
  const rows = [...event.currentTarget.rows].filter((row) => row.querySelector('td') !== null);
  const next = rows[rows.indexOf(cell.closest('tr')!) + step];
  next?.cells[cell.cellIndex]?.querySelector<HTMLInputElement>('input:checked')?.focus();
}
