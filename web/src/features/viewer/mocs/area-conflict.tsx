import { areaText, MOCS_MESSAGES } from '@overlook/shared/messages';
import type { MocArea } from '@overlook/shared/schemas';
import type { AreaDrawing } from '@overlook/engine';
import { Button } from '../../../ui/button/button.tsx';
import css from './area-card.module.css';

interface AreaConflictChoiceProps {
  mine: AreaDrawing;
  name: string;
  theirs: MocArea;
  onMine: () => void;
  onTheirs: () => void;
}

/** An area that two people have edited: both versions, and the choice between them. */
export function AreaConflictChoice({ mine, name, theirs, onMine, onTheirs }: AreaConflictChoiceProps) {
  const { corners: points, bottomHeight, topHeight, isCapped: capped, color: colour } = mine;
  return (
    <section aria-label={MOCS_MESSAGES['area.conflict']} className={css.body}>
      <p className={css.label}>{MOCS_MESSAGES['area.conflict']}</p>
      <p className={css.reason}>{`Yours: ${name}, ${areaText({ points, bottomHeight, topHeight, capped, colour })}`}</p>
      <p className={css.reason}>{`Theirs: ${theirs.name}, ${areaText(theirs)}`}</p>
      <div className={css.actions}>
        <Button onClick={onMine}>Keep yours</Button>
        <Button onClick={onTheirs}>Keep theirs</Button>
      </div>
    </section>
  );
}
