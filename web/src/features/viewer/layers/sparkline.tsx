import css from './sparkline.module.css';

const WIDTH = 66;
const HEIGHT = 14;
const POINTS_AT_MOST = 60;

/** A line of the last values, oldest first, its newest with a dot. The value beside it has the information. */
export function Sparkline({ series, isHigh }: { series: readonly number[]; isHigh: boolean }) {
  const values = series.filter(Number.isFinite).slice(-POINTS_AT_MOST);
  if (values.length < 2) return <span className={css.line} />;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const x = 1 + (index / (values.length - 1)) * (WIDTH - 4);
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return [x, HEIGHT - 2 - share * (HEIGHT - 4)] as const;
  });
  const [x, y] = points.at(-1)!;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className={css.line} data-high={isHigh}>
      <polyline points={points.map((point) => point.map((part) => part.toFixed(1)).join()).join(' ')} />
      <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="1.8" />
    </svg>
  );
}
