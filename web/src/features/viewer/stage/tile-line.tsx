import { progressLine, progressPercent } from './progress-text.ts';
import { useScreen } from './screen-context.ts';
import css from './tile-line.module.css';

/** The line along the upper edge of a screen: how much of the view is there. */
export function TileLine() {
  const { progress } = useScreen();
  const percent = progress ? progressPercent(progress) : 0;
  const isDone = progress?.settled ?? false;
  return (
    <div
      className={css.line}
      data-done={isDone}
      role="progressbar"
      aria-label="Tiles"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={progress ? progressLine(progress).text : 'Starting'}
    >
      <span className={css.fill} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
