import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { auditActionText, AUDIT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { AuditEntry } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { CsvButton } from '../../../ui/table/csv-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListBody, listFailure } from '../../../ui/table/list-body.tsx';
import { showToast } from '../../../state/toasts.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { auditFilter, type AuditQuery, filterCount } from './audit-filter.ts';
import { AuditTools } from './audit-tools.tsx';
import { Retention } from './retention.tsx';
import { useAuditList } from './use-audit-list.ts';
import { useAuditQuery } from './use-audit-query.ts';
import css from './audit.module.css';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { entryFacts } from './entry-words.ts';

/** The entries that fit as CSV; a failure is shown by the query's toast, an incomplete file by another one. */
async function loadAuditCsv(query: AuditQuery): Promise<string | null> {
  const options = procedures.audit.csv.queryOptions(auditFilter(query), {
    staleTime: 0,
    gcTime: 0,
    meta: { failureText: AUDIT_MESSAGES['audit.fetchFailed'] },
  });
  const answer = await queryClient.fetchQuery(options).catch(() => null);
  if (answer && !answer.isWhole) showToast(AUDIT_MESSAGES['audit.csvCut']);
  return answer && answer.csv.join('');
}

/** Who did what, or was refused to: newest first, filtered by the address. */
export function AuditPage() {
  const { query, change, clear } = useAuditQuery();
  const list = useAuditList(query);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const isPhone = useLayout() === 'phone';
  return (
    <Page
      title={AUDIT_MESSAGES['audit.auditLog']}
      isFlush
      tools={<AuditTools query={query} onChange={change} onClear={clear} />}
      actions={
        <>
          {!isPhone && <Retention />}
          <CsvButton noun="audit" hint={AUDIT_MESSAGES['audit.whatListedCsv']} load={() => loadAuditCsv(query)} />
        </>
      }
    >
      <ListBody
        count={list.entries?.length ?? null}
        isFiltered={filterCount(query) > 0}
        onClearFilters={clear}
        nothing={{ title: AUDIT_MESSAGES['audit.nothingFitsTheFilters'] }}
        empty={{
          icon: ScrollText,
          title: AUDIT_MESSAGES['audit.empty'],
          hint: AUDIT_MESSAGES['audit.everyChangeListedHere'],
          action: null,
        }}
        failure={list.isFetchNextPageError ? null : listFailure(list, AUDIT_MESSAGES['audit.fetchFailed'])}
      >
        <DataTable
          label={AUDIT_MESSAGES['audit.auditLog']}
          columns={AUDIT_COLUMNS[isPhone ? 'phone' : 'others']}
          items={list.entries}
          onOpen={setOpened}
        />
        {(list.hasNextPage || isPhone) && (
          <div className={css.older}>
            {list.hasNextPage && (
              <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {AUDIT_MESSAGES['audit.showOlderEntries']}
              </Button>
            )}
            {isPhone && <Retention />}
          </div>
        )}
      </ListBody>
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

/** One entry with all that was written down. */
function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <Modal
      title={auditActionText(entry.action)}
      size="wide"
      onClose={onClose}
      actions={
        <Button size="l" onClick={onClose}>
          {COMMON_MESSAGES['common.close']}
        </Button>
      }
    >
      <Facts rows={entryFacts(entry)} />
    </Modal>
  );
}
