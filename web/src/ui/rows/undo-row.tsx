import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import css from './undo-row.module.css';

interface UndoRowProps {
  /** The text of the action, before the name. */
  done: string;
  name: string;
  onUndo: () => void;
}

/**
 * Replaces a row that was just removed from a list, with a button to undo that. It takes the focus that the row had.
 */
export const UndoRow = ({ done, name, onUndo }: UndoRowProps) => (
  <li className={css.row}>
    <span className={css.text}>
      {done} {name}
    </span>
    <Button autoFocus onClick={onUndo}>
      {COMMON_MESSAGES['common.undo']}
    </Button>
  </li>
);
