import { useQuery } from '@tanstack/react-query';
import { FunnelX, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { auditActionText } from '@overlook/shared/messages';
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
  { value: 'all', label: 'All' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
];

const EVERY_ACTION = { key: '', label: 'Every action' };

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
          {count === 0 ? 'Filters' : `Filters: ${count} set`}
        </Button>
      )}
      {(isOpen || !isPhone) && <Filters query={query} onChange={onChange} />}
      {(isOpen || !isPhone) && (
        <IconButton icon={FunnelX} label="Clear filters" disabled={count === 0} onClick={onClear} />
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
          label="Action"
          options={[EVERY_ACTION, ...choices]}
          value={action ?? ''}
          onChange={(key) => onChange({ action: key || null })}
        />
      </div>
      <Segmented
        label="Outcome"
        segments={OUTCOMES}
        value={outcome}
        onChange={(value) => onChange({ outcome: value })}
      />
      <InstantField label="From" value={from} onChange={(value) => onChange({ from: value })} />
      <InstantField label="Until" value={to} onChange={(value) => onChange({ to: value })} />
    </>
  );
}
