import { useSnapshot } from 'valtio';
import { hasPointRange, POINT_COLOR_MODES, type PointColorMode, returnColor } from '@overlook/shared/config';
import { numberText } from '@overlook/shared/format';
import {
  colorModeText,
  POINTS_MESSAGES,
  pointsOnViewText,
  returnText,
  STAGE_MESSAGES,
} from '@overlook/shared/messages';
import type { Stage, StagePoints } from '@overlook/engine';
import { pointChoices, setPointColorMode } from '../../../../state/point-colors.ts';
import { preferences } from '../../../../state/preferences.ts';
import { Select } from '../../../../ui/inputs/select.tsx';
import { ClassList } from './class-list.tsx';
import { RangeHistogram } from './range-histogram.tsx';
import { usePointStatistics } from './use-point-statistics.ts';
import css from './point-colors-panel.module.css';

/** The colour mode of the points, its range, and the shown classes, as far as the visible points have these values. */
export function PointColorsPanel({ stage }: { stage: Pick<Stage, 'on' | 'pointStatistics'> }) {
  const points = usePointStatistics(stage);
  const { pointColorMode: mode } = useSnapshot(preferences);
  const { hiddenClasses } = useSnapshot(pointChoices);
  const modes = POINT_COLOR_MODES.filter((one) => one === mode || isCarried(points, one));
  return (
    <div className={css.panel}>
      <Select
        label={STAGE_MESSAGES['stage.colourByLabel']}
        variant="field"
        options={modes.map((key) => ({ key, label: colorModeText(key, points?.bareMode) }))}
        value={mode}
        onChange={setPointColorMode}
      />
      {points && hasPointRange(mode) && <RangeHistogram mode={mode} points={points} />}
      {mode === 'returnNumber' && <ReturnLegend returns={points?.returns ?? []} />}
      {(points?.has.classification || hiddenClasses.length > 0) && (
        <ClassList
          counts={points?.classes ?? []}
          hiddenClasses={hiddenClasses}
          isColored={(points?.bareMode ?? mode) === 'classification'}
        />
      )}
      <p className={css.note} role="status">
        {noteOf(points, mode)}
      </p>
    </div>
  );
}

function isCarried(points: StagePoints | null, mode: PointColorMode): boolean {
  if (mode === 'scanned') return true;
  return points !== null && (mode === 'height' || points.has[mode]);
}

function noteOf(points: StagePoints | null, mode: PointColorMode): string {
  if (!points) return POINTS_MESSAGES['points.none'];
  if (!isCarried(points, mode)) return POINTS_MESSAGES['points.notCarried'];
  const carriesNothing = !Object.values(points.has).some(Boolean);
  return carriesNothing ? POINTS_MESSAGES['points.noValues'] : pointsOnViewText(points.points);
}

function ReturnLegend({ returns }: Pick<StagePoints, 'returns'>) {
  return (
    <ul className={css.list} aria-label={STAGE_MESSAGES['stage.returns']}>
      {returns.map(([number, count]) => (
        <li key={number} className={css.row}>
          <span className={css.swatch} style={{ background: returnColor(number) }} />
          <span className={css.name}>{returnText(number)}</span>
          <span className={css.figure}>{numberText(count, 0)}</span>
        </li>
      ))}
    </ul>
  );
}
