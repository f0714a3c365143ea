import { useQuery } from '@tanstack/react-query';
import { CloudOff, SearchX } from 'lucide-react';
import { useState } from 'react';
import { hasEveryWord } from '@overlook/shared/format';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { GLOBAL_SITE_ID } from '@overlook/shared/permissions';
import type { DefaultPermission, ExplicitPermissions } from '@overlook/shared/schemas';
import { useCatalogue } from '../../../api/catalogue.ts';
import { procedures } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { ListSearch } from '../../../ui/table/list-search.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import {
  type PermissionValue,
  type EntryChange,
  changedEntries,
  type CellKey,
  withValue,
} from './permission-entries.ts';
import { ChangesPanel } from './changes-panel.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { PermissionGrid } from './permission-grid.tsx';
import { type Scope, scopesOf } from './scope.ts';
import type { RoleInput } from './role-input.ts';
import { ScopePicker } from './scope-picker.tsx';
import css from './permission-editor.module.css';

interface PermissionEditorProps {
  saved: ExplicitPermissions;
  draft: ExplicitPermissions;
  onChange: (draft: ExplicitPermissions) => void;
  /** The role as it would be saved; without an id a new one. */
  input: RoleInput;
}

type Tab = 'site' | 'global';
const TABS = [
  { value: 'site', label: ADMIN_MESSAGES['role.siteSpecific'] },
  { value: 'global', label: ADMIN_MESSAGES['role.global'] },
] as const;
const GLOBAL: Scope = { id: GLOBAL_SITE_ID, name: ADMIN_MESSAGES['role.global'] };
/** Columns shown to begin with. */
const COLUMNS = { phone: 1, tablet: 3, desktop: 5, wide: 8 } as const;

function matching(permissions: readonly DefaultPermission[], tab: Tab, search: string): DefaultPermission[] {
  return permissions.filter(
    ({ siteSpecific, displayName, token, category }) =>
      (tab === 'global' || siteSpecific) && hasEveryWord(`${displayName} ${token} ${category}`, search),
  );
}

/** What a role allows and denies, with a column per site or one for all, and the changes that saving would make. */
export function PermissionEditor({ saved, draft, onChange, input }: PermissionEditorProps) {
  const [tab, setTab] = useState<Tab>('site');
  const [search, setSearch] = useState('');
  const [explained, setExplained] = useState<string | null>(null);
  const defaults = useQuery(
    procedures.permissions.default.queryOptions(undefined, {
      meta: { failureText: ADMIN_MESSAGES['permissions.fetchFailed'] },
    }),
  );
  const sites: readonly Scope[] = scopesOf(useCatalogue().data?.sites ?? []);
  const { shown, shownIds, setShownIds } = useShownSites(sites, saved);
  const canExplain = useAllowed('USERS:VIEW');
  const scopes = tab === 'global' ? [GLOBAL] : shown;
  const permissions = matching(defaults.data?.permissions ?? [], tab, search);
  const changes = changedEntries(saved, draft);
  const nameOfSite = (id: number) =>
    id === GLOBAL_SITE_ID
      ? GLOBAL.name
      : (sites.find((site) => site.id === id)?.name ?? formatMessage(ADMIN_MESSAGES['role.siteId'], { id }));
  const set = (cells: readonly CellKey[], chosen: PermissionValue) => onChange(withValue(draft, cells, chosen));
  const undo = (undone: readonly EntryChange[]) =>
    onChange(undone.reduce((now, { from, ...cell }) => withValue(now, [cell], from), draft));
  return (
    <div className={css.editor}>
      <div className={css.tools}>
        <Segmented label={ADMIN_MESSAGES['role.permissions']} segments={TABS} value={tab} onChange={setTab} />
        <ListSearch of="permissions" value={search} onChange={setSearch} />
        {tab === 'site' && sites.length > 1 && <ScopePicker sites={sites} shownIds={shownIds} onChange={setShownIds} />}
      </div>
      <div className={css.scroll}>
        {defaults.isError && (
          <ErrorState
            icon={CloudOff}
            title={ADMIN_MESSAGES['permissions.fetchFailed']}
            isRetrying={defaults.isFetching}
            onRetry={() => void defaults.refetch()}
          />
        )}
        {defaults.data && permissions.length === 0 && (
          <EmptyState icon={SearchX} title={ADMIN_MESSAGES['role.nothingFitsTheSearch']}>
            <Button onClick={() => setSearch('')}>{ADMIN_MESSAGES['role.clearSearch']}</Button>
          </EmptyState>
        )}
        {permissions.length > 0 && (
          <PermissionGrid
            permissions={permissions}
            scopes={scopes}
            saved={saved}
            draft={draft}
            onSet={set}
            onExplain={canExplain ? setExplained : null}
          />
        )}
      </div>
      {changes.length > 0 && <ChangesPanel changes={changes} input={input} nameOfSite={nameOfSite} onUndo={undo} />}
      {explained !== null && (
        <ExplainDialog
          token={explained}
          scopes={tab === 'global' ? [GLOBAL, ...sites] : [...sites, GLOBAL]}
          draft={
            input.id !== undefined && changes.some(({ token }) => token === explained)
              ? { roleId: input.id, explicitPermissions: draft }
              : null
          }
          onClose={() => setExplained(null)}
        />
      )}
    </div>
  );
}

/** The sites with a column: until a user chooses, as many as fit, those with entries first. */
function useShownSites(sites: readonly Scope[], saved: ExplicitPermissions) {
  const room = COLUMNS[useLayout()];
  const [chosenIds, setShownIds] = useState<ReadonlySet<number> | null>(null);
  const hasEntries = (site: Scope) => (saved[site.id] ? 0 : 1);
  const first = sites.toSorted((a, b) => hasEntries(a) - hasEntries(b)).slice(0, room);
  const shownIds = chosenIds ?? new Set(first.map(({ id }) => id));
  return { shown: sites.filter(({ id }) => shownIds.has(id)), shownIds, setShownIds };
}
