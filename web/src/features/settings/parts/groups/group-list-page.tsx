import { Ellipsis, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { SETTINGS_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { Button } from '../../../../ui/button/button.tsx';
import { MenuButton } from '../../../../ui/menu/menu-button.tsx';
import { Page } from '../../../../ui/page/page.tsx';
import { type DataColumn, DataTable } from '../../../../ui/table/data-table.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ListBody, listFailure } from '../../../../ui/table/list-body.tsx';
import { ListSearch } from '../../../../ui/table/list-search.tsx';
import type { ListQuery, ListStore } from '../list/list-store.ts';
import { Pager } from '../../../../ui/table/pager.tsx';
import { usePagedList } from '../list/use-paged-list.ts';

interface Group {
  id: number;
  displayName: string;
}

interface GroupListPageProps<Item extends Group, Query extends ListQuery<string>> {
  title: string;
  /** "team", "role". */
  noun: string;
  icon: LucideIcon;
  /** Path of this list; the editors lie below it. */
  path: string;
  store: ListStore<Query>;
  columns: readonly DataColumn<Item>[];
  list: {
    items: readonly Item[] | null;
    total: number | null;
    isPlaceholderData: boolean;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  words: { empty: string; hint: string; failed: string };
  may: { create: boolean; edit: boolean; delete: boolean };
  /** The question before a row is deleted, and the deletion, which throws the error of the call. */
  deletion: { question: string; consequence: string; doneText: string; run: (id: number) => Promise<unknown> };
}

/** A list of teams or of roles: searched, sorted and cut into pages by the server. */
export function GroupListPage<Item extends Group, Query extends ListQuery<string>>(
  props: GroupListPageProps<Item, Query>,
) {
  const { title, noun, icon, path, store, columns, list, words, may, deletion } = props;
  const [, navigate] = useLocation();
  const query = useSnapshot(store.query) as ListQuery<string>;
  const change = (changed: Partial<ListQuery<string>>) => store.change(changed as Partial<Query>);
  const [deleting, setDeleting] = useState<Item | null>(null);
  usePagedList({
    total: list.isPlaceholderData ? undefined : (list.total ?? undefined),
    search: query.search,
    page: query.page,
    noun: `${noun}s`,
    onPage: (page) => change({ page }),
  });
  const open = ({ id }: Item) => navigate(`${path}/${id}/edit`);
  const newButton = may.create && (
    <Button tone="primary" size="l" icon={Plus} onClick={() => navigate(`${path}/new`)}>
      {formatMessage(SETTINGS_MESSAGES['settings.new'], { noun })}
    </Button>
  );
  const menu = (item: Item) => (
    <GroupMenu
      name={item.displayName}
      onEdit={may.edit ? () => open(item) : null}
      onDelete={may.delete ? () => setDeleting(item) : null}
    />
  );
  return (
    <Page
      title={title}
      isFlush
      actions={newButton}
      tools={
        (list.total !== 0 || query.search !== '') && (
          <>
            <ListSearch of={`${noun}s`} value={query.search} onChange={(search) => change({ search })} />
            {list.total !== null && (
              <Pager page={query.page} pageSize={PAGE_DEFAULT} total={list.total} onPage={(page) => change({ page })} />
            )}
          </>
        )
      }
    >
      <ListBody
        count={list.total}
        isFiltered={query.search !== ''}
        onClearFilters={store.reset}
        empty={{ icon, title: words.empty, hint: words.hint, action: newButton }}
        failure={listFailure(list, words.failed)}
      >
        <DataTable
          label={title}
          columns={[...columns, actionsColumn(menu)]}
          items={list.items}
          sorting={query}
          onSort={change}
          onOpen={may.edit ? open : undefined}
        />
      </ListBody>
      {deleting && (
        <DeleteDialog
          title={formatMessage(SETTINGS_MESSAGES['settings.delete'], { noun })}
          question={deletion.question}
          name={deleting.displayName}
          consequence={deletion.consequence}
          doneText={deletion.doneText}
          onDelete={() => deletion.run(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  );
}

const actionsColumn = <Item,>(render: (item: Item) => ReactNode): DataColumn<Item> => ({
  key: 'actions',
  title: SETTINGS_MESSAGES['settings.actions'],
  kind: 'actions',
  render,
});

interface GroupMenuProps {
  name: string;
  /** Null for those who may not. */
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}

function GroupMenu({ name, onEdit, onDelete }: GroupMenuProps) {
  const edit = onEdit && { key: 'edit', label: COMMON_MESSAGES['common.edit'], icon: Pencil, onAction: onEdit };
  const remove = onDelete && {
    key: 'delete',
    label: COMMON_MESSAGES['common.delete'],
    icon: Trash2,
    isDanger: true,
    onAction: onDelete,
  };
  const sections = [edit, remove].flatMap((entry) => (entry ? [{ key: entry.key, entries: [entry] }] : []));
  if (sections.length === 0) return null;
  return (
    <MenuButton
      label={formatMessage(SETTINGS_MESSAGES['settings.actionsFor'], { name })}
      icon={Ellipsis}
      sections={sections}
    />
  );
}
