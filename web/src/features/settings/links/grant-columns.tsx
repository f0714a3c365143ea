import { Ban, Clock, Code, Globe } from 'lucide-react';
import { dateText, numberText } from '@overlook/shared/format';
import type { Site, ViewGrant } from '@overlook/shared/schemas';
import { VIEW_GRANTS_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { DateWords } from '../../../ui/date-words.tsx';
import type { DataColumn } from '../../../ui/table/data-table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { NameCell } from '../parts/list/name-cell.tsx';
import { GrantActions } from './grant-actions.tsx';
import { isOver, stateOf, whatIsShown } from './grant-state.ts';
import css from './links.module.css';

const KINDS = {
  link: { icon: Globe, tone: 'neutral', word: VIEW_GRANTS_MESSAGES['grant.publicLink'] },
  embed: { icon: Code, tone: 'accent', word: VIEW_GRANTS_MESSAGES['grant.embed'] },
} as const;

function Kind({ kind }: { kind: ViewGrant['kind'] }) {
  const { icon, tone, word } = KINDS[kind];
  return (
    <Tag icon={icon} tone={tone}>
      {word}
    </Tag>
  );
}

/** Until when it opens; the symbol and the word have the same meaning as the colour. */
function Ends({ grant, now }: { grant: ViewGrant; now: Date }) {
  const state = stateOf(grant, now);
  const day = dateText(new Date(grant.endsAt));
  if (state === 'revoked') {
    return (
      <span className={css.state} data-state={state}>
        <Ban size={14} strokeWidth={1.75} aria-hidden />
        {formatMessage(VIEW_GRANTS_MESSAGES['grant.revokedOn'], { date: dateText(new Date(grant.revokedAt!)) })}
      </span>
    );
  }
  return (
    <span className={css.state} data-state={state}>
      {state === 'endingSoon' && (
        <Clock size={14} strokeWidth={1.75} aria-label={VIEW_GRANTS_MESSAGES['grant.endsSoon']} />
      )}
      {state === 'ended' ? formatMessage(VIEW_GRANTS_MESSAGES['grant.endedDay'], { day }) : day}
    </span>
  );
}

/** The columns of links and embeds at a time; narrow windows show name, end and actions. */
export function grantColumns(sites: readonly Site[], now: Date): readonly DataColumn<ViewGrant>[] {
  const quiet = (grant: ViewGrant) => (isOver(stateOf(grant, now)) ? css.over : undefined);
  return [
    {
      key: 'name',
      title: COMMON_MESSAGES['common.name'],
      isSortable: true,
      widthPercent: 30,
      render: (grant) => (
        <span className={quiet(grant)}>
          <NameCell name={grant.name} detail={whatIsShown(grant, sites)} />
        </span>
      ),
    },
    {
      key: 'kind',
      title: VIEW_GRANTS_MESSAGES['grant.kind'],
      isSortable: true,
      from: 'tablet',
      widthPercent: 13,
      render: ({ kind }) => <Kind kind={kind} />,
    },
    {
      key: 'madeBy',
      title: VIEW_GRANTS_MESSAGES['grant.madeBy'],
      isSortable: true,
      from: 'desktop',
      widthPercent: 13,
      render: (grant) => <span className={quiet(grant)}>{grant.madeBy}</span>,
    },
    {
      key: 'endsAt',
      title: VIEW_GRANTS_MESSAGES['grant.ends'],
      isSortable: true,
      widthPercent: 14,
      render: (grant) => <Ends grant={grant} now={now} />,
    },
    {
      key: 'lastOpenedAt',
      title: VIEW_GRANTS_MESSAGES['grant.lastUse'],
      isSortable: true,
      from: 'tablet',
      widthPercent: 12,
      render: (grant) => (
        <span className={grant.lastOpenedAt === null ? css.over : quiet(grant)}>
          <DateWords iso={grant.lastOpenedAt} />
        </span>
      ),
    },
    {
      key: 'openings',
      title: VIEW_GRANTS_MESSAGES['grant.opened'],
      kind: 'number',
      isSortable: true,
      from: 'desktop',
      widthPercent: 8,
      render: (grant) => <span className={quiet(grant)}>{numberText(grant.openings, 0)}</span>,
    },
    {
      key: 'actions',
      title: VIEW_GRANTS_MESSAGES['grant.actions'],
      kind: 'actions',
      widthPercent: 10,
      render: (grant) => <GrantActions grant={grant} state={stateOf(grant, now)} />,
    },
  ];
}
