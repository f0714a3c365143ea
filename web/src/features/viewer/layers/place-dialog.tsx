import { type FormEvent, useState } from 'react';
import { epsgOf } from '@overlook/shared/format';
import { LAYERS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useSiteSystem } from '../../../parts/site-system/use-site-system.ts';
import { DialogActions } from '../../../parts/form/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import type { FileQuestion } from './place-question.ts';
import css from './place-dialog.module.css';

const FORM_ID = 'place-form';
const NONE = '';
const SYSTEMS = [
  { key: 'degrees', label: LAYERS_MESSAGES['layers.degreesWgs84'] },
  { key: 'local', label: LAYERS_MESSAGES['layers.metresEastNorthSites'] },
  { key: 'epsg', label: LAYERS_MESSAGES['layers.coordinatesMapEpsgCode'] },
] as const;
type System = (typeof SYSTEMS)[number]['key'];

/** Asks what the coordinates of a file are, and of a table which columns have them, where it does not say it. */
export function PlaceDialog({ question }: { question: FileQuestion }) {
  const { fileName, titles, columns: known, answer } = question;
  const [columns, setColumns] = useState({
    x: known?.x ?? titles[0] ?? NONE,
    y: known?.y ?? titles[1] ?? NONE,
    z: known?.z ?? NONE,
  });
  const isTable = titles.length > 0;
  // Of a file whose coordinates are found it is certain only that they are not what they were read as.
  const [system, setSystem] = useState<System>(isTable && !known ? 'degrees' : 'epsg');
  const { code: codeOfSite } = useSiteSystem();
  const [typed, setTyped] = useState<string | null>(null);
  const code = typed ?? codeOfSite ?? '';
  const crs = system === 'epsg' ? epsgOf(code) : system;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { x, y, z } = columns;
    const metresPerHeightUnit = z === known?.z ? known.metresPerHeightUnit : 1;
    const read = system === 'degrees' ? 'degrees' : 'local';
    if (crs) answer({ columns: isTable ? { x, y, z: z || null, read, metresPerHeightUnit } : null, crs });
  };
  const cancel = () => answer(null);
  const isDisabled = crs === null || (isTable && columns.x === columns.y);
  return (
    <Modal
      title={
        known || !isTable ? LAYERS_MESSAGES['layers.coordinateSystem'] : LAYERS_MESSAGES['layers.columnsOfPositions']
      }
      onClose={cancel}
      actions={
        <DialogActions
          formId={FORM_ID}
          verb={LAYERS_MESSAGES['layers.show']}
          isBusy={false}
          isDisabled={isDisabled}
          onCancel={cancel}
        />
      }
    >
      <form id={FORM_ID} className={css.form} onSubmit={submit}>
        <p>
          {known || !isTable
            ? formatMessage(LAYERS_MESSAGES['layers.doesSayWhatCoordinates'], { fileName })
            : formatMessage(LAYERS_MESSAGES['layers.noColumnsKnownPositions'], { fileName })}
        </p>
        {isTable && <ColumnFields titles={titles} values={columns} onChange={setColumns} />}
        <Select
          variant="field"
          label={LAYERS_MESSAGES['layers.theyAre']}
          options={SYSTEMS}
          value={system}
          onChange={setSystem}
        />
        {system === 'epsg' && (
          <TextField
            label={LAYERS_MESSAGES['layers.epsgCode']}
            required
            inputMode="numeric"
            value={code}
            onChange={setTyped}
          />
        )}
      </form>
    </Modal>
  );
}

interface Columns {
  readonly x: string;
  readonly y: string;
  readonly z: string;
}

interface ColumnFieldsProps {
  readonly titles: readonly string[];
  readonly values: Columns;
  readonly onChange: (values: Columns) => void;
}

function ColumnFields({ titles, values, onChange }: ColumnFieldsProps) {
  const columns = titles.map((title) => ({ key: title, label: title || LAYERS_MESSAGES['layers.withoutATitle'] }));
  const heights = [
    { key: NONE, label: LAYERS_MESSAGES['layers.noneOnTheGround'] },
    ...columns.filter(({ key }) => key !== NONE),
  ];
  const select = (axis: keyof Columns, label: string, options: typeof columns) => (
    <Select
      variant="field"
      label={label}
      options={options}
      value={values[axis]}
      onChange={(title) => onChange({ ...values, [axis]: title })}
    />
  );
  return (
    <>
      {select('x', LAYERS_MESSAGES['layers.longitudeOrEast'], columns)}
      {select('y', LAYERS_MESSAGES['layers.latitudeOrNorth'], columns)}
      {select('z', LAYERS_MESSAGES['layers.heightMetres'], heights)}
    </>
  );
}
