import { Ban, Check } from 'lucide-react';
import { auditActionText } from '@overlook/shared/messages';
import type { AuditEntry } from '@overlook/shared/schemas';
import { DateWords } from '../../../ui/date-words.tsx';
import type { DataColumn } from '../../../ui/table/data-table.tsx';
import { NameCell } from '../parts/list/name-cell.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { emailText, subjectText, whoText } from './entry-words.ts';

const OUTCOME: DataColumn<AuditEntry> = {
  key: 'outcome',
  title: 'Outcome',
  render: ({ refusal }) =>
    refusal === null ? (
      <Tag icon={Check} tone="success">
        Done
      </Tag>
    ) : (
      <Tag icon={Ban} tone="danger">
        Refused
      </Tag>
    ),
};
const WHEN: DataColumn<AuditEntry> = {
  key: 'at',
  title: 'When',
  widthPercent: 14,
  render: ({ at }) => <DateWords iso={at} />,
};

/** The columns of the audit, and where there is room for one line only: what, by whom, and how it ended. */
export const AUDIT_COLUMNS: Record<'phone' | 'others', readonly DataColumn<AuditEntry>[]> = {
  phone: [
    {
      key: 'action',
      title: 'Action',
      render: (entry) => <NameCell name={auditActionText(entry.action)} detail={whoText(entry)} />,
    },
    WHEN,
    OUTCOME,
  ],
  others: [
    {
      key: 'action',
      title: 'Action',
      widthPercent: 20,
      render: ({ action }) => auditActionText(action),
    },
    {
      key: 'user',
      title: 'Who',
      widthPercent: 24,
      render: (entry) => <NameCell name={whoText(entry)} detail={emailText(entry)} />,
    },
    { key: 'subject', title: 'Done to', from: 'tablet', widthPercent: 20, render: subjectText },
    { key: 'address', title: 'From address', from: 'desktop', render: ({ address }) => address ?? '' },
    WHEN,
    OUTCOME,
  ],
};
