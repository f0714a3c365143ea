import { Check, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx';
import type { PlannedPart } from '../recognise/assign-layers.ts';
import { KINDS, layerName, leftOutReason, placeText } from './part-words.ts';
import css from './plan.module.css';

interface PartTableProps {
  planned: readonly PlannedPart[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  onCheck: (id: string, isChosen: boolean) => void;
}

/** The parts of a selection, a row each. The selected one is corrected beside the table. */
export function PartTable({ planned, selectedId, onSelect, onCheck }: PartTableProps) {
  return (
    <table className={css.table} aria-label={UPLOAD_PAGE_MESSAGES['uploadPage.parts']}>
      <thead>
        <tr>
          <th scope="col" className={css.checkColumn}>
            <span className="visually-hidden">{UPLOAD_PAGE_MESSAGES['uploadPage.start']}</span>
          </th>
          <th scope="col">{UPLOAD_PAGE_MESSAGES['uploadPage.part']}</th>
          <th scope="col">{UPLOAD_PAGE_MESSAGES['uploadPage.layer']}</th>
          <th scope="col" className={css.number}>
            {UPLOAD_PAGE_MESSAGES['uploadPage.contentAndSize']}
          </th>
          <th scope="col" className={css.markColumn}>
            <span className="visually-hidden">{UPLOAD_PAGE_MESSAGES['uploadPage.mark']}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {planned.map((one) => (
          <PartRow
            key={one.part.id}
            planned={one}
            isSelected={one.part.id === selectedId}
            onSelect={() => onSelect(one.part.id)}
            onCheck={(isChosen) => onCheck(one.part.id, isChosen)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PartRowProps {
  planned: PlannedPart;
  isSelected: boolean;
  onSelect: () => void;
  onCheck: (isChosen: boolean) => void;
}

function PartRow({ planned, isSelected, onSelect, onCheck }: PartRowProps) {
  const { part, layer, isChosen } = planned;
  const isUsable = leftOutReason(planned) === null;
  const { name, icon: Icon } = KINDS[isUsable ? part.kind : 'other'];
  return (
    <tr className={css.row} aria-current={isSelected || undefined} onClick={onSelect}>
      <td className={css.checkColumn}>
        <Checkbox
          aria-label={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.send'], { place: part.place || name })}
          isSelected={isChosen}
          isDisabled={!isUsable}
          onChange={onCheck}
        />
      </td>
      <th scope="row" aria-label={`${name}, ${placeText(part)}`} className={css.partCell}>
        <button type="button" className={css.partButton} aria-pressed={isSelected} onClick={onSelect}>
          <span className={css.kindIcon}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </span>
          <span className={css.words}>
            <span className={css.name}>{name}</span>
            <span className={css.hint}>{placeText(part)}</span>
          </span>
        </button>
      </th>
      <td>{isChosen && layer !== null ? layerName(layer) : UPLOAD_PAGE_MESSAGES['uploadPage.leftOut']}</td>
      <td className={css.number}>
        <span className={css.words}>
          {part.content !== null && <span>{part.content}</span>}
          <span className={css.hint}>{fileSizeText(part.bytes)}</span>
        </span>
      </td>
      <td className={css.markColumn}>{isChosen && <Mark part={part} />}</td>
    </tr>
  );
}

const MARKS: Record<'ready' | 'assumed' | 'missing', { icon: LucideIcon; label: string }> = {
  ready: { icon: Check, label: UPLOAD_PAGE_MESSAGES['uploadPage.ready'] },
  assumed: { icon: CircleHelp, label: UPLOAD_PAGE_MESSAGES['uploadPage.assumed'] },
  missing: { icon: TriangleAlert, label: UPLOAD_PAGE_MESSAGES['uploadPage.attention'] },
};

function Mark({ part: { notes } }: Pick<PlannedPart, 'part'>) {
  const tone = notes.some((note) => note.tone === 'missing') ? 'missing' : notes.length > 0 ? 'assumed' : 'ready';
  const { icon: Icon, label } = MARKS[tone];
  return (
    <span role="img" aria-label={label} data-tooltip={label} data-tone={tone} className={css.mark}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
