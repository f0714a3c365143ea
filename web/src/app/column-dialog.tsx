import { type FormEvent, useState } from 'react';
import { DialogActions } from '../parts/form/dialog-actions.tsx';
import { Modal } from '../ui/dialog/modal.tsx';
import { Select } from '../ui/inputs/select.tsx';
import type { ColumnQuestion } from './column-question.ts';
import css from './column-dialog.module.css';

const FORM_ID = 'columns-form';
const NONE = '';
const UNITS = [
  { key: 'degrees', label: 'Degrees, WGS 84' },
  { key: 'local', label: 'Metres east and north of the site’s origin' },
] as const;

/** Asks which columns of a table are positions, where their titles do not say it. */
export function ColumnDialog({ question: { fileName, titles, answer } }: { question: ColumnQuestion }) {
  const [x, setX] = useState(titles[0] ?? NONE);
  const [y, setY] = useState(titles[1] ?? NONE);
  const [z, setZ] = useState(NONE);
  const [read, setRead] = useState<(typeof UNITS)[number]['key']>('degrees');
  const columns = titles.map((title) => ({ key: title, label: title || 'Without a title' }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer({ x, y, z: z === NONE ? null : z, read, metresPerHeightUnit: 1 });
  };
  const cancel = () => answer(null);
  return (
    <Modal
      title="Columns of positions"
      onClose={cancel}
      actions={<DialogActions formId={FORM_ID} verb="Show" isBusy={false} isDisabled={x === y} onCancel={cancel} />}
    >
      <form id={FORM_ID} className={css.form} onSubmit={submit}>
        <p>{fileName} has no columns that are known as positions. Choose them.</p>
        <Select variant="field" label="Longitude, or east" options={columns} value={x} onChange={setX} />
        <Select variant="field" label="Latitude, or north" options={columns} value={y} onChange={setY} />
        <Select
          variant="field"
          label="Height, metres"
          options={[{ key: NONE, label: 'None: on the ground' }, ...columns.filter(({ key }) => key !== NONE)]}
          value={z}
          onChange={setZ}
        />
        <Select variant="field" label="They are" options={UNITS} value={read} onChange={setRead} />
      </form>
    </Modal>
  );
}
