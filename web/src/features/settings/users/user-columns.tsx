import type { User } from '@overlook/shared/schemas';
import { DateWords } from '../../../ui/date-words.tsx';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import type { DataColumn } from '../../../ui/table/data-table.tsx';
import { NameCell } from '../parts/list/name-cell.tsx';
import { UserStatusTag } from './user-status.tsx';
import css from './users.module.css';

function Names({ list }: { list: readonly { displayName: string }[] }) {
  if (list.length === 0) return <span className={css.nothing}>None</span>;
  const text = list.map(({ displayName }) => displayName).join(', ');
  return <span title={text}>{text}</span>;
}

/** The columns of the users list. The narrowest windows show name and status. */
export const USER_COLUMNS: readonly DataColumn<User>[] = [
  {
    key: 'name',
    title: 'Name',
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
    title: 'Role',
    isSortable: true,
    from: 'tablet',
    widthPercent: 22,
    render: ({ roleList }) => <Names list={roleList} />,
  },
  {
    key: 'team',
    title: 'Team',
    isSortable: true,
    from: 'desktop',
    render: ({ teamList }) => <Names list={teamList} />,
  },
  {
    key: 'lastActive',
    title: 'Last active',
    isSortable: true,
    from: 'desktop',
    render: ({ data }) => <DateWords iso={data.lastActive} />,
  },
  {
    key: 'status',
    title: 'Status',
    isSortable: true,
    render: (user) => <UserStatusTag user={user} />,
  },
];
