import { Button } from '../button/button.tsx';
import css from './undo-row.module.css';

interface UndoRowProps {
  /** What was done, before the name. */
  done: string;
  name: string;
  onUndo: () => void;
}

/** In a list, in the place of what was just taken out of it: the way back. It takes the focus, which that had. */
export const UndoRow = ({ done, name, onUndo }: UndoRowProps) => (
  <li className={css.row}>
    <span className={css.text}>
      {done} {name}
    </span>
    <Button autoFocus onClick={onUndo}>
      Undo
    </Button>
  </li>
);
