import { FileCheck, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { useSavedMeasurements } from '../../../../api/measurements.ts';
import { preferences } from '../../../../state/preferences.ts';
import { useSelectedSiteId } from '../../../../state/selected-site.ts';
import { showToast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { Segmented } from '../../../../ui/inputs/segmented.tsx';
import { CsvButton } from '../../../../ui/table/csv-button.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBody, listFailure } from '../../../../ui/table/list-body.tsx';
import { ListSearch } from '../../../../ui/table/list-search.tsx';
import { exportFileName, saveTextFile } from '../save-file.ts';
import { MeasurementDialog } from './measurement-dialog.tsx';
import { savedColumns } from './saved-columns.tsx';
import { foldersOf, listedMeasurements, SAVED_AT_FIRST, type SavedQuery, type Whose } from './saved-list.ts';
import { savedCsv } from './saved-words.ts';
import css from './saved.module.css';

const WHOSE: readonly { readonly value: Whose; readonly label: string }[] = [
  { value: 'all', label: SAVED_MESSAGES['saved.all'] },
  { value: 'own', label: SAVED_MESSAGES['saved.own'] },
  { value: 'shared', label: SAVED_MESSAGES['saved.shared'] },
];
const EMPTY = {
  icon: FolderOpen,
  title: SAVED_MESSAGES['saved.empty'],
  hint: SAVED_MESSAGES['saved.emptyHint'],
  action: null,
};

/** The saved measurements of the selected site as a table. */
export function SavedDialog({ onClose }: { onClose: () => void }) {
  const siteId = useSelectedSiteId() ?? 0;
  const list = useSavedMeasurements(siteId);
  const chosen = useSnapshot(preferences);
  const [query, setQuery] = useState(SAVED_AT_FIRST);
  const [openId, setOpenId] = useState<number | null>(null);
  const change = (changed: Partial<SavedQuery>) => setQuery((before) => ({ ...before, ...changed }));
  const all = list.data?.measurements ?? null;
  const shown = all && listedMeasurements(all, query);
  const opened = all?.find(({ id }) => id === openId);
  const isAny = shown !== null && shown.length > 0;
  return (
    <Modal title={SAVED_MESSAGES['saved.title']} size="list" onClose={onClose} actions={null}>
      <div className={css.tools}>
        <ListSearch
          of={SAVED_MESSAGES['saved.searched']}
          value={query.search}
          onChange={(search) => change({ search })}
        />
        <Segmented
          label={SAVED_MESSAGES['saved.whose']}
          segments={WHOSE}
          value={query.whose}
          onChange={(whose) => change({ whose })}
        />
        {isAny && (
          <div className={css.files}>
            <CsvButton noun="measurements" hint={SAVED_MESSAGES['saved.csvHint']} load={async () => savedCsv(shown)} />
            <VerifyButton siteId={siteId} ids={shown.map(({ id }) => id)} />
          </div>
        )}
      </div>
      <div className={css.table}>
        <ListBody
          count={shown?.length ?? null}
          isFiltered={query.search !== '' || query.whose !== 'all'}
          onClearFilters={() => setQuery(SAVED_AT_FIRST)}
          empty={EMPTY}
          failure={listFailure(list, SAVED_MESSAGES['saved.fetchFailed'])}
        >
          <DataTable
            label={SAVED_MESSAGES['saved.title']}
            columns={savedColumns(chosen)}
            items={shown}
            sorting={query}
            onSort={change}
            onOpen={({ id }) => setOpenId(id)}
          />
        </ListBody>
      </div>
      {opened && (
        <MeasurementDialog
          siteId={siteId}
          measurement={opened}
          folders={foldersOf(all ?? [])}
          onClose={() => setOpenId(null)}
          onShown={onClose}
        />
      )}
    </Modal>
  );
}

/** Saves the file that `overlook verify` reads. */
function VerifyButton({ siteId, ids }: { siteId: number; ids: readonly number[] }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = procedures.measurements.file.queryOptions({ siteId, ids: [...ids] }, { staleTime: 0 });
      const file = await queryClient.fetchQuery(query);
      const name = exportFileName(`measurements-${file.site.slug}`, 'json', new Date());
      saveTextFile(name, 'application/json', `${JSON.stringify(file, null, 2)}\n`);
    } catch {
      showToast(SAVED_MESSAGES['saved.fetchFailed'], 'error');
    }
    setBusy(false);
  };
  return (
    <Button
      size="l"
      icon={FileCheck}
      isBusy={isBusy}
      data-tooltip={SAVED_MESSAGES['saved.verifyFileHint']}
      onClick={() => void save()}
    >
      {SAVED_MESSAGES['saved.verifyFile']}
    </Button>
  );
}
