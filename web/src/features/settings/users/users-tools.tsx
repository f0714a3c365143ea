import { useSnapshot } from 'valtio';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import type { UserStatus } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { ListSearch } from '../../../ui/table/list-search.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { usersList } from './users-store.ts';

const WORDS: Record<UserStatus, string> = {
  all: ADMIN_MESSAGES['user.all'],
  enabled: ADMIN_MESSAGES['user.statusEnabled'],
  disabled: ADMIN_MESSAGES['user.statusDisabled'],
  archived: ADMIN_MESSAGES['user.statusArchived'],
};

const STATUSES = Object.keys(WORDS) as UserStatus[];

interface UsersToolsProps {
  total: number | null;
  counts: Partial<Record<UserStatus, number>> | null;
}

/** Search, status and pages of the users list. */
export function UsersTools({ total, counts }: UsersToolsProps) {
  const { search, status, page } = useSnapshot(usersList.query);
  const isPhone = useLayout() === 'phone';
  const labelOf = (key: UserStatus) => `${WORDS[key]} ${counts?.[key] ?? ''}`.trim();
  const choose = (chosen: UserStatus) => usersList.change({ status: chosen });
  return (
    <>
      <ListSearch
        of={ADMIN_MESSAGES['user.nameEMailRole']}
        value={search}
        onChange={(text) => usersList.change({ search: text })}
      />
      {isPhone ? (
        <Select
          label={ADMIN_MESSAGES['user.status']}
          options={STATUSES.map((key) => ({ key, label: labelOf(key) }))}
          value={status}
          onChange={choose}
        />
      ) : (
        <Segmented
          label={ADMIN_MESSAGES['user.status']}
          segments={STATUSES.map((value) => ({ value, label: labelOf(value) }))}
          value={status}
          onChange={choose}
        />
      )}
      {total !== null && (
        <Pager page={page} pageSize={PAGE_DEFAULT} total={total} onPage={(next) => usersList.change({ page: next })} />
      )}
    </>
  );
}
