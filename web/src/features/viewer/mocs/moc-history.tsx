import { CloudOff } from 'lucide-react';
import { auditActionText, MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Moc, MocHistoryEntry } from '@overlook/shared/schemas';
import { useMocHistory } from '../../../api/mocs.ts';
import { DateWords } from '../../../ui/date-words.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { FoldedPart } from './folded-part.tsx';
import css from './moc-details.module.css';

/** The history of a change: persons, fields and times. */
export const MocHistory = ({ moc }: { moc: Moc }) => (
  <FoldedPart title={MOCS_MESSAGES['moc.history']}>
    <Entries moc={moc} />
  </FoldedPart>
);

function Entries({ moc }: { moc: Moc }) {
  const { data, isError, isFetching, refetch } = useMocHistory({ siteId: moc.siteID, id: moc.id });
  if (isError) {
    return (
      <ErrorState
        icon={CloudOff}
        title={MOCS_MESSAGES['history.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return null;
  if (data.entries.length === 0) return <p className={css.none}>{MOCS_MESSAGES['history.empty']}</p>;
  return (
    <ul className={css.part}>
      {data.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function Entry({ entry: { at, by, action, fields } }: { entry: MocHistoryEntry }) {
  return (
    <li className={css.entry}>
      <p className={css.made}>
        {by ?? MOCS_MESSAGES['moc.byDeleted']}, <DateWords iso={at} />
      </p>
      <p>{auditActionText(action)}</p>
      {fields.map(({ field, before, after }) => (
        <p key={field} className={css.made}>
          {field}: {before || 'empty'} → {after || 'empty'}
        </p>
      ))}
    </li>
  );
}
