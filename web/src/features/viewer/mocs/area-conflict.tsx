import { areaText, MOCS_MESSAGES, formatMessage } from '@overlook/shared/messages';
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
      <p className={css.reason}>
        {formatMessage(MOCS_MESSAGES['moc.yours'], {
          name,
          area: areaText({ points, bottomHeight, topHeight, capped, colour }),
        })}
      </p>
      <p className={css.reason}>
        {formatMessage(MOCS_MESSAGES['moc.theirs'], { name: theirs.name, area: areaText(theirs) })}
      </p>
      <div className={css.actions}>
        <Button onClick={onMine}>{MOCS_MESSAGES['moc.keepYours']}</Button>
        <Button onClick={onTheirs}>{MOCS_MESSAGES['moc.keepTheirs']}</Button>
      </div>
    </section>
  );
}
