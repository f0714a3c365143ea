import { useSnapshot } from 'valtio';
import { PLACING_MESSAGES } from '@overlook/shared/messages';
import { placing } from '../../../state/placing.ts';
import css from './placing-legend.module.css';

/** Over the stage: which of the two captures is which. */
export function PlacingLegend() {
  const { legend } = useSnapshot(placing);
  if (!legend) return null;
  const { neighbour, moved, isOneColour } = legend;
  return (
    <ul className={css.legend} aria-label={PLACING_MESSAGES['placing.legend']}>
      <li className={css.row}>
        <span aria-hidden className={css.pale} />
        {neighbour}
      </li>
      <li className={css.row}>
        <span aria-hidden className={isOneColour ? css.moved : css.own} />
        {moved}
      </li>
    </ul>
  );
}
