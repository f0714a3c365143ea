import type { User } from '@overlook/shared/schemas';
import { COMMON_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { DateWords } from '../../../ui/date-words.tsx';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import type { DataColumn } from '../../../ui/table/data-table.tsx';
import { NameCell } from '../parts/list/name-cell.tsx';
import { UserStatusTag } from './user-status.tsx';
import css from './users.module.css';

function Names({ list }: { list: readonly { displayName: string }[] }) {
  if (list.length === 0) return <span className={css.nothing}>{COMMON_MESSAGES['common.none']}</span>;
  const text = list.map(({ displayName }) => displayName).join(', ');
  return <span title={text}>{text}</span>;
}

/** The columns of the users list. The narrowest windows show name and status. */
export const USER_COLUMNS: readonly DataColumn<User>[] = [
  {
    key: 'name',
    title: COMMON_MESSAGES['common.name'],
    isSortable: true,
    widthPercent: 33,
    render: (user) => (
      <span className={css.person}>
        <PersonAvatar {...user} />
        <span className={css.words}>
          <NameCell name={`${user.firstName} ${user.lastName}`} detail={user.email} />
        </span>
      </span>
    ),
  },
  {
    key: 'role',
    title: ADMIN_MESSAGES['user.role'],
    isSortable: true,
    from: 'tablet',
    widthPercent: 22,
    render: ({ roleList }) => <Names list={roleList} />,
  },
  {
    key: 'team',
    title: ADMIN_MESSAGES['user.team'],
    isSortable: true,
    from: 'desktop',
    render: ({ teamList }) => <Names list={teamList} />,
  },
  {
    key: 'lastActive',
    title: ADMIN_MESSAGES['user.lastActive'],
    isSortable: true,
    from: 'desktop',
    render: ({ data }) => <DateWords iso={data.lastActive} />,
  },
  {
    key: 'status',
    title: ADMIN_MESSAGES['user.status'],
    isSortable: true,
    render: (user) => <UserStatusTag user={user} />,
  },
];
