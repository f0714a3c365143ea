import { COMMON_MESSAGES, SETTINGS_MESSAGES } from '@overlook/shared/messages';
import { DateWords } from '../../../../ui/date-words.tsx';
import css from './group-columns.module.css';
import type { DataColumn } from '../../../../ui/table/data-table.tsx';
import { NameCell } from '../list/name-cell.tsx';

interface Group {
  displayName: string;
  description: string;
  created: string;
}

const NAME: DataColumn<Group> = {
  key: 'displayName',
  title: COMMON_MESSAGES['common.name'],
  isSortable: true,
  widthPercent: 40,
  render: ({ displayName, description }) => <NameCell name={displayName} detail={description} />,
};

const CREATED: DataColumn<Group> = {
  key: 'created',
  title: SETTINGS_MESSAGES['settings.created'],
  isSortable: true,
  from: 'tablet',
  kind: 'number',
  render: ({ created }) => <DateWords iso={created} />,
};

interface GroupColumns<Item> {
  /** The other kind that it is related to: the teams of a role, the roles of a team. */
  others: { key: string; title: string; of: (item: Item) => readonly { displayName: string }[] };
  /** How many people it concerns. */
  people: { key: string; title: string; of: (item: Item) => number };
}

/** The columns of a list of teams or of roles. */
export function groupColumns<Item extends Group>({ others, people }: GroupColumns<Item>): readonly DataColumn<Item>[] {
  return [
    NAME,
    {
      key: others.key,
      title: others.title,
      from: 'desktop',
      render: (item) =>
        others
          .of(item)
          .map(({ displayName }) => displayName)
          .join(', ') || COMMON_MESSAGES['common.none'],
    },
    {
      key: people.key,
      title: people.title,
      isSortable: true,
      kind: 'number',
      render: (item) => <People count={people.of(item)} />,
    },
    CREATED,
  ];
}

/** A number, and on phones, which show no heads, of what. */
const People = ({ count }: { count: number }) => (
  <>
    {count}
    <span className={css.unit}> {count === 1 ? 'user' : 'users'}</span>
  </>
);
