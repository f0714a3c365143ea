import { useSnapshot } from 'valtio';
import { HEIGHT_RAMP, INTENSITY_RAMP } from '@overlook/shared/config';
import { lengthText, numberText } from '@overlook/shared/format';
import { rampColor } from '@overlook/shared/maths';
import type { StagePoints } from '@overlook/engine';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { pointChoices, setPointRange } from '../../../../state/point-colors.ts';
import { preferences } from '../../../../state/preferences.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { RangeSlider } from '../../../../ui/inputs/range-slider.tsx';
import css from './range-histogram.module.css';

const RAMPS = { height: HEIGHT_RAMP, intensity: INTENSITY_RAMP } as const;
const NAMES = { height: STAGE_MESSAGES['stage.height'], intensity: STAGE_MESSAGES['stage.intensity'] } as const;
/** Of the slider: fine enough for a pixel of it. */
const STEPS = 200;

interface RangeHistogramProps {
  mode: 'height' | 'intensity';
  points: StagePoints;
}

/** How the values on view are spread, in the colours that they have, and the two ends of the range below it. */
export function RangeHistogram({ mode, points }: RangeHistogramProps) {
  const { units } = useSnapshot(preferences);
  const { range: chosen } = useSnapshot(pointChoices);
  const histogram = points[mode];
  const range = chosen ?? points.range;
  if (!histogram || !range) return null;
  const [least, most] = [Math.min(histogram.least, range[0]), Math.max(histogram.most, range[1])];
  const format = (value: number) => (mode === 'height' ? lengthText(value, units) : numberText(value, 0));
  // A cloud of one value has nothing to choose from.
  const step = most > least ? (most - least) / STEPS : 1;
  return (
    <div className={css.range}>
      <Bars histogram={histogram} least={least} most={most} range={range} ramp={RAMPS[mode]} />
      {most > least && (
        <RangeSlider
          label={`${NAMES[mode]} range`}
          ends={[STAGE_MESSAGES['stage.lowest'], STAGE_MESSAGES['stage.highest']]}
          value={[...range]}
          least={least}
          most={most}
          step={step}
          format={format}
          onChange={setPointRange}
        />
      )}
      <div className={css.ends}>
        <span>{format(range[0])}</span>
        <Button tone="ghost" disabled={chosen === null} onClick={() => setPointRange(null)}>
          {STAGE_MESSAGES['stage.automatic']}
        </Button>
        <span>{format(range[1])}</span>
      </div>
    </div>
  );
}

interface BarsProps {
  histogram: NonNullable<StagePoints['height']>;
  least: number;
  most: number;
  range: readonly [number, number];
  ramp: readonly string[];
}

/** Heights of the bars are roots of the counts, so that thin parts of a cloud are visible beside its ground. */
function Bars({ histogram, least, most, range, ramp }: BarsProps) {
  const { points, least: first, most: last } = histogram;
  const length = Math.max(most - least, Number.MIN_VALUE);
  const width = (last - first) / points.length;
  const highest = Math.sqrt(Math.max(...points, 1));
  return (
    <svg className={css.bars} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
      {points.map((count, at) => {
        const value = first + (at + 0.5) * width;
        const height = Math.sqrt(count) / highest;
        return (
          <rect
            key={at}
            x={(first + at * width - least) / length}
            y={1 - height}
            width={width / length || 1}
            height={height}
            fill={`rgb(${rampColor(ramp, (value - range[0]) / Math.max(range[1] - range[0], Number.MIN_VALUE)).join(' ')})`}
          />
        );
      })}
    </svg>
  );
}
