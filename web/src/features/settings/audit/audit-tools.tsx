import { useQuery } from '@tanstack/react-query';
import { FunnelX, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { auditActionText, AUDIT_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { procedures } from '../../../api/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { actionChoices, type AuditQuery, filterCount, type Outcome } from './audit-filter.ts';
import { InstantField } from './instant-field.tsx';
import { PersonFilter } from './person-filter.tsx';
import css from './audit.module.css';

const OUTCOMES: readonly { value: Outcome; label: string }[] = [
  { value: 'all', label: AUDIT_MESSAGES['audit.all'] },
  { value: 'done', label: COMMON_MESSAGES['common.done'] },
  { value: 'refused', label: AUDIT_MESSAGES['audit.refused'] },
];

const EVERY_ACTION = { key: '', label: AUDIT_MESSAGES['audit.everyAction'] };

interface AuditToolsProps {
  query: AuditQuery;
  onChange: (changed: Partial<AuditQuery>) => void;
  onClear: () => void;
}

/** The filters of the audit. A phone shows them on request, because they are as high as the list. */
export function AuditTools({ query, onChange, onClear }: AuditToolsProps) {
  const isPhone = useLayout() === 'phone';
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(query);
  return (
    <>
      {isPhone && (
        <Button icon={ListFilter} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? AUDIT_MESSAGES['audit.filters'] : formatMessage(AUDIT_MESSAGES['audit.filtersSet'], { count })}
        </Button>
      )}
      {(isOpen || !isPhone) && <Filters query={query} onChange={onChange} />}
      {(isOpen || !isPhone) && (
        <IconButton
          icon={FunnelX}
          label={AUDIT_MESSAGES['audit.clearFilters']}
          disabled={count === 0}
          onClick={onClear}
        />
      )}
    </>
  );
}

function Filters({ query, onChange }: Omit<AuditToolsProps, 'onClear'>) {
  const { data } = useQuery(procedures.audit.actions.queryOptions());
  const { userId, action, outcome, from, to } = query;
  const choices = actionChoices(data?.actions ?? [], action).map((key) => ({ key, label: auditActionText(key) }));
  return (
    <>
      <PersonFilter userId={userId} onChange={(id) => onChange({ userId: id })} />
      <div className={css.action}>
        <Select
          label={AUDIT_MESSAGES['audit.action']}
          options={[EVERY_ACTION, ...choices]}
          value={action ?? ''}
          onChange={(key) => onChange({ action: key || null })}
        />
      </div>
      <Segmented
        label={AUDIT_MESSAGES['audit.outcome']}
        segments={OUTCOMES}
        value={outcome}
        onChange={(value) => onChange({ outcome: value })}
      />
      <InstantField label={AUDIT_MESSAGES['audit.from']} value={from} onChange={(value) => onChange({ from: value })} />
      <InstantField label={AUDIT_MESSAGES['audit.until']} value={to} onChange={(value) => onChange({ to: value })} />
    </>
  );
}
