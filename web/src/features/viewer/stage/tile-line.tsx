import type { SwipeDirection, SwipeSide, TileProgress } from '@overlook/engine';
import { classNames } from '../../../ui/class-names.ts';
import { progressLine, progressPercent } from '@overlook/embed/controls/progress-text';
import { STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useScreen } from './screen-context.ts';
import { SIDE_NAMES, useSwipe } from './swipe/use-swipe.ts';
import css from './tile-line.module.css';

/** The line along the upper edge of a screen, or of each side of a swipe: how much of the view has loaded. */
export function TileLines() {
  const { progress, sideProgress } = useScreen();
  const swipe = useSwipe();
  if (!swipe || !sideProgress) return <TileLine progress={progress} />;
  const { direction } = swipe;
  return (['first', 'second'] as const).map((side) => (
    <TileLine key={side} progress={sideProgress[side]} part={{ side, direction }} />
  ));
}

interface TileLineProps {
  progress: TileProgress | null;
  part?: { side: SwipeSide; direction: SwipeDirection };
}

function TileLine({ progress, part }: TileLineProps) {
  const percent = progress ? progressPercent(progress) : 0;
  const isDone = progress?.settled ?? false;
  return (
    <div
      className={classNames(css.line, part && css[part.direction], part && css[part.side])}
      data-done={isDone}
      role="progressbar"
      aria-label={
        part
          ? formatMessage(STAGE_MESSAGES['stage.tiles'], { state: SIDE_NAMES[part.direction][part.side] })
          : STAGE_MESSAGES['stage.tilesLabel']
      }
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={progress ? progressLine(progress).text : STAGE_MESSAGES['stage.starting']}
    >
      <span className={css.fill} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
