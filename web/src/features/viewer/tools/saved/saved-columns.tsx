import { TriangleAlert, Users } from 'lucide-react';
import { dateText } from '@overlook/shared/format';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import type { SiteMeasurement } from '@overlook/shared/schemas';
import type { DataColumn } from '../../../../ui/table/data-table.tsx';
import css from './saved.module.css';
import { type ChosenUnits, errorOf, kindText, layersProblem, layersText, valueText } from './saved-words.ts';

export const savedColumns = (chosen: ChosenUnits): DataColumn<SiteMeasurement>[] => [
  {
    key: 'name',
    title: SAVED_MESSAGES['saved.name'],
    isSortable: true,
    widthPercent: 23,
    render: (one) => (
      <span className={css.named}>
        <span className={css.name}>
          {one.name}
          {one.isShared && (
            <Users size={14} strokeWidth={1.75} role="img" aria-label={SAVED_MESSAGES['saved.shared']} />
          )}
        </span>
        {one.folder !== '' && <span className={css.folder}>{one.folder}</span>}
      </span>
    ),
  },
  {
    key: 'kind',
    title: SAVED_MESSAGES['saved.kind'],
    isSortable: true,
    from: 'tablet',
    widthPercent: 11,
    render: kindText,
  },
  {
    key: 'value',
    title: SAVED_MESSAGES['saved.value'],
    isSortable: true,
    kind: 'number',
    widthPercent: 12,
    render: ({ value, unit }) => valueText(value, unit, chosen),
  },
  {
    key: 'error',
    title: SAVED_MESSAGES['saved.error'],
    isSortable: true,
    kind: 'number',
    widthPercent: 12,
    from: 'tablet',
    render: (one) => errorOf(one, chosen),
  },
  {
    key: 'layer',
    title: SAVED_MESSAGES['saved.layer'],
    from: 'desktop',
    widthPercent: 22,
    render: (one) => <LayerCell measurement={one} />,
  },
  { key: 'by', title: SAVED_MESSAGES['saved.by'], isSortable: true, from: 'desktop', render: ({ by }) => by },
  {
    key: 'date',
    title: SAVED_MESSAGES['saved.date'],
    isSortable: true,
    from: 'tablet',
    render: ({ createdAt }) => dateText(new Date(createdAt)),
  },
];

function LayerCell({ measurement }: { measurement: SiteMeasurement }) {
  const problem = layersProblem(measurement);
  return (
    <span className={css.named}>
      {layersText(measurement)}
      {problem !== null && (
        <span className={css.problem}>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
          {problem}
        </span>
      )}
    </span>
  );
}
