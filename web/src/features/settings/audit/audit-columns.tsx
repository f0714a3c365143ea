import { Ban, Check } from 'lucide-react';
import { auditActionText, AUDIT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { AuditEntry } from '@overlook/shared/schemas';
import { DateWords } from '../../../ui/date-words.tsx';
import type { DataColumn } from '../../../ui/table/data-table.tsx';
import { NameCell } from '../parts/list/name-cell.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { emailText, subjectText, whoText } from './entry-words.ts';

const OUTCOME: DataColumn<AuditEntry> = {
  key: 'outcome',
  title: AUDIT_MESSAGES['audit.outcome'],
  render: ({ refusal }) =>
    refusal === null ? (
      <Tag icon={Check} tone="success">
        {COMMON_MESSAGES['common.done']}
      </Tag>
    ) : (
      <Tag icon={Ban} tone="danger">
        {AUDIT_MESSAGES['audit.refused']}
      </Tag>
    ),
};
const WHEN: DataColumn<AuditEntry> = {
  key: 'at',
  title: AUDIT_MESSAGES['audit.when'],
  widthPercent: 14,
  render: ({ at }) => <DateWords iso={at} />,
};

/** The columns of the audit, and where there is room for one line only: what, by whom, and how it ended. */
export const AUDIT_COLUMNS: Record<'phone' | 'others', readonly DataColumn<AuditEntry>[]> = {
  phone: [
    {
      key: 'action',
      title: AUDIT_MESSAGES['audit.action'],
      render: (entry) => <NameCell name={auditActionText(entry.action)} detail={whoText(entry)} />,
    },
    WHEN,
    OUTCOME,
  ],
  others: [
    {
      key: 'action',
      title: AUDIT_MESSAGES['audit.action'],
      widthPercent: 20,
      render: ({ action }) => auditActionText(action),
    },
    {
      key: 'user',
      title: AUDIT_MESSAGES['audit.who'],
      widthPercent: 24,
      render: (entry) => <NameCell name={whoText(entry)} detail={emailText(entry)} />,
    },
    { key: 'subject', title: AUDIT_MESSAGES['audit.doneTo'], from: 'tablet', widthPercent: 20, render: subjectText },
    {
      key: 'address',
      title: AUDIT_MESSAGES['audit.fromAddress'],
      from: 'desktop',
      render: ({ address }) => address ?? '',
    },
    WHEN,
    OUTCOME,
  ],
};
