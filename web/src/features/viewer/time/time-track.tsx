import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { CapturePoint } from '@overlook/embed/site/captures';
import { utcDay } from '@overlook/shared/format';
import { formatMessage, TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { classNames } from '../../../ui/class-names.ts';
import { layersOf, type TimeFlag } from './flags.ts';
import { nearestPoint, type TimeScale, timeScale } from './time-scale.ts';
import { isAtPoint, pointDate, pointDetails, pointLabels } from './time-words.ts';
import css from './time-track.module.css';

/** A flag at its point. */
interface PlacedFlag extends TimeFlag {
  readonly index: number;
}

interface TimeTrackProps {
  points: readonly CapturePoint[];
  captures: readonly Capture[];
  flags: readonly PlacedFlag[];
  onMove: (flag: TimeFlag, to: number) => void;
  /** A point was clicked. */
  onPoint: (index: number) => void;
}

/** Before it is measured. */
const WIDTH_PX = 640;

const today = (): string => utcDay(new Date());

/** The line of time with the captures, and the flags of the screens on it. */
export function TimeTrack({ points, captures, flags, onMove, onPoint }: TimeTrackProps) {
  const place = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(place);
  const scale = timeScale(
    points.map(({ takenOn }) => takenOn),
    today(),
    widthPx,
  );
  const labels = pointLabels(points, scale.xs);
  const layers = layersOf(flags);
  const pointAt = (clientX: number): number =>
    nearestPoint(scale.xs, clientX - (track.current?.getBoundingClientRect().left ?? 0));
  return (
    <div ref={place} className={css.place}>
      <div ref={track} className={css.track} style={{ width: scale.widthPx }}>
        <Line scale={scale} points={points} flags={flags} />
        {points.map((point, index) => (
          <Point
            key={point.moment ?? 'newest'}
            point={point}
            details={pointDetails(point, captures, layers)}
            label={labels[index]!}
            left={scale.xs[index]!}
            isShown={flags.some((flag) => flag.index === index)}
            isMissing={!isAtPoint(point, layers)}
            onClick={() => onPoint(index)}
          />
        ))}
        {flags.map((flag) => (
          <Flag
            key={flag.place}
            flag={flag}
            left={(scale.xs[flag.index] ?? 0) + offsetOf(flag, flags)}
            points={points}
            captures={captures}
            onMove={(to) => onMove(flag, to)}
            pointAt={pointAt}
          />
        ))}
      </div>
    </div>
  );
}

interface PointProps {
  point: CapturePoint;
  details: readonly string[];
  label: string;
  left: number;
  isShown: boolean;
  /** None of the shown layers has a capture here. */
  isMissing: boolean;
  onClick: () => void;
}

function Point({ point, details, label, left, isShown, isMissing, onClick }: PointProps) {
  const id = useId();
  const date = pointDate(point);
  return (
    <button
      type="button"
      // The sliders are how keys reach it.
      tabIndex={-1}
      className={classNames(
        css.point,
        isShown && css.shown,
        point.isDraft && css.draft,
        !point.isDraft && isMissing && css.missing,
      )}
      style={{ left }}
      aria-label={point.isDraft ? `${TIME_MESSAGES['time.draft']}, ${date}` : date}
      aria-describedby={id}
      aria-current={isShown || undefined}
      // Its label says the rest.
      data-tooltip={details.length > 0 || label !== date ? [date, ...details].join('\n') : undefined}
      onClick={onClick}
    >
      <span className={css.dot} />
      <span className={css.label}>
        {point.isDraft && <Pencil size={12} strokeWidth={1.75} aria-hidden />}
        {label}
      </span>
      <span id={id} hidden>
        {details.join(' ')}
      </span>
    </button>
  );
}

/** Flags at one point stand side by side. */
function offsetOf(flag: PlacedFlag, flags: readonly PlacedFlag[]): number {
  const together = flags.filter(({ index }) => index === flag.index);
  return (together.indexOf(flag) - (together.length - 1) / 2) * FLAG_STEP_PX;
}

const FLAG_STEP_PX = 18;

/** Today stands beside a date that is nearer than this, in pixels, not over it. */
const TODAY_ROOM_PX = 48;
/** The first year stands at the begin of the line where no other one does so soon. */
const YEAR_ROOM_PX = 48;

interface LineProps {
  scale: TimeScale;
  points: readonly CapturePoint[];
  flags: readonly PlacedFlag[];
}

function Line({ scale, points, flags }: LineProps) {
  const ends = flags.map(({ index }) => scale.xs[index] ?? 0);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const firstTick = scale.ticks.find(({ year }) => year !== null)?.x ?? Infinity;
  // The date of a draft is over the line, unless a flag stands there.
  const isUnder = !points.at(-1)?.isDraft || flags.some(({ index }) => index === points.length - 1);
  const isTodayNear = isUnder && scale.todayX !== null && scale.todayX - scale.xs.at(-1)! < TODAY_ROOM_PX;
  return (
    <div aria-hidden>
      <i className={css.line} />
      {to > from && <i className={css.range} style={{ left: from, width: to - from }} />}
      {firstTick > YEAR_ROOM_PX && <span className={css.firstYear}>{points[0]?.takenOn.slice(0, 4)}</span>}
      {scale.ticks.map(({ x, year }) => (
        <i key={x} className={classNames(css.tick, year !== null && css.year)} style={{ left: x }}>
          {year !== null && <span>{year}</span>}
        </i>
      ))}
      {scale.breaks.map((x) => (
        <i key={x} className={css.break} style={{ left: x }} />
      ))}
      {scale.todayX !== null && (
        <i className={classNames(css.today, isTodayNear && css.near)} style={{ left: scale.todayX }}>
          <span>{TIME_MESSAGES['time.today']}</span>
        </i>
      )}
    </div>
  );
}

interface FlagProps {
  flag: PlacedFlag;
  left: number;
  points: readonly CapturePoint[];
  captures: readonly Capture[];
  onMove: (to: number) => void;
  /** Index of the point that is nearest to a position of the pointer. */
  pointAt: (clientX: number) => number;
}

/** Steps of the arrows, and of the keys that go to the ends. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Where a screen is in time: dragged, or moved with keys. */
function Flag({ flag, left, points, captures, onMove, pointAt }: FlagProps) {
  const point = points[flag.index];
  if (!point) return null;
  const details = pointDetails(point, captures, layersOf([flag]));
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(flag.index + by);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const to = pointAt(event.clientX);
    if (to !== flag.index) onMove(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={css.flag}
      style={{ left }}
      aria-label={
        flag.name === null
          ? TIME_MESSAGES['time.momentOfAll']
          : formatMessage(TIME_MESSAGES['time.moment'], { place: flag.name })
      }
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={flag.index + 1}
      aria-valuetext={[pointDate(point), ...details].join(', ')}
      data-tooltip={details.length > 0 ? [pointDate(point), ...details].join('\n') : undefined}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      {flag.mark !== null && <b className={css.mark}>{flag.mark}</b>}
    </div>
  );
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(WIDTH_PX);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry!.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
