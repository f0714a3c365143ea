import { CloudOff, Download, MousePointerClick } from 'lucide-react';
import { objectsText, MOCS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useHasProjectLayer } from '../../../api/project-layer.ts';
import { fetchTouchedCsv, fetchTouchedFeatures, useTouched } from '../../../api/mocs.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { openTree, select, type SelectedItem } from '../../../state/cad.ts';
import css from './moc-details.module.css';

/** Rows shown of a long list; the file has them all. */
const ROWS_MOST = 100;

interface TouchedObjectsProps {
  place: { siteId: number; id: number; areaUuid: string };
  /** Of the area. */
  name: string;
}

/** The objects that an area holds or cuts: counted, selected in tree and model, saved as CSV. */
export function TouchedObjects(props: TouchedObjectsProps) {
  if (!useHasProjectLayer()) return <p className={css.none}>{MOCS_MESSAGES['touched.noLayer']}</p>;
  return <ReadObjects {...props} />;
}

function selectInTree(objects: readonly SelectedItem[]): void {
  openTree();
  select(objects);
}

function ReadObjects({ place, name }: TouchedObjectsProps) {
  const { data, isError, isFetching, refetch } = useTouched(place);
  if (isError) {
    return (
      <ErrorState
        icon={CloudOff}
        title={MOCS_MESSAGES['touched.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return null;
  const { items, total } = data;
  if (total === 0) return <p className={css.none}>{MOCS_MESSAGES['touched.none']}</p>;
  const save = () =>
    void fetchTouchedCsv(place).then(
      (csv) => saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'touched.csv'),
      () => showToast(MOCS_MESSAGES['mocs.exportFailed'], 'error'),
    );
  const selectAll = () =>
    void fetchTouchedFeatures(place).then(selectInTree, () => showToast(MOCS_MESSAGES['touched.fetchFailed'], 'error'));
  const rows = items.slice(0, ROWS_MOST);
  return (
    <section className={css.part} aria-label={formatMessage(MOCS_MESSAGES['moc.objectsThatTouches'], { name })}>
      <p className={css.none}>{objectsText(total, rows.length)}</p>
      <div className={css.actions}>
        <Button icon={MousePointerClick} onClick={selectAll}>
          {MOCS_MESSAGES['moc.selectAll']}
        </Button>
        <Button icon={Download} onClick={save}>
          {MOCS_MESSAGES['moc.exportCsv']}
        </Button>
      </div>
      <ul>
        {rows.map((item) => (
          <li key={item.id} className={css.row}>
            <span className={css.name}>{item.name}</span>
            {item.tags.length > 0 && <span className={css.tags}>{item.tags.join(', ')}</span>}
            <span className={css.size}>
              {item.isInside ? MOCS_MESSAGES['moc.inside'] : MOCS_MESSAGES['moc.crossing']}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
