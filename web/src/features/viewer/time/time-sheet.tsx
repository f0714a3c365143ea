import { ChevronLeft, ChevronRight, Info, MoveHorizontal, Pencil, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { type CapturePoint, capturePoints, pointIndexAt } from '@overlook/embed/site/captures';
import { modelType } from '@overlook/shared/config';
import { COMMON_MESSAGES, formatMessage, TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { useCaptures } from '../../../api/captures.ts';
import { command } from '../../../state/commands.ts';
import { setMoment } from '../../../state/moments.ts';
import { setPreference } from '../../../state/preferences.ts';
import { setSecondLayer } from '../../../state/swipe.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { IconSwitch } from '../../../ui/button/icon-switch.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { TimeFlag } from './flags.ts';
import { PlaceButton } from './place-button.tsx';
import { elsewhereText, isAtPoint, pointDate, pointLabels } from './time-words.ts';
import css from './time-sheet.module.css';

interface TimeSheetProps {
  siteId: number;
  /** Of the screen, and in a swipe of its second side. */
  flags: readonly TimeFlag[];
  /** Why two captures cannot be compared now; null where they can. */
  swipeBar: string | null;
}

/** The captures on a phone: a row of dates for each side that is shown. */
export function TimeSheet({ siteId, flags, swipeBar }: TimeSheetProps) {
  return (
    <section className={css.sheet} aria-label={TIME_MESSAGES['time.captures']}>
      <div className={css.head}>
        <h2 className={css.title}>{TIME_MESSAGES['time.captures']}</h2>
        <IconSwitch
          icon={MoveHorizontal}
          size="l"
          label={TIME_MESSAGES['time.swipe']}
          isOn={flags.length > 1}
          disabledReason={swipeBar}
          onChange={(isOn) => {
            const layer = flags[0]?.layer ?? null;
            if (isOn && layer !== null) setSecondLayer(layer);
            command('toggleSwipe');
          }}
        />
        {flags[0] && <PlaceButton siteId={siteId} flag={flags[0]} size="l" />}
        <IconButton
          icon={X}
          size="l"
          label={COMMON_MESSAGES['common.close']}
          onClick={() => setPreference('isTimeBarOpen', false)}
        />
      </div>
      {flags.map((flag) => (
        <Dates key={flag.place} siteId={siteId} flag={flag} />
      ))}
    </section>
  );
}

/** Dates are never so near that the year has no room: it stands where it begins. */
const FAR_APART_PX = 100;

function Dates({ siteId, flag }: { siteId: number; flag: TimeFlag }) {
  const { data } = useCaptures(siteId);
  const points = useMemo(() => capturePoints(data ?? []), [data]);
  const index = pointIndexAt(points, flag.moment);
  const labels = pointLabels(
    points,
    points.map((_, at) => at * FAR_APART_PX),
  );
  const show = (to: number) => {
    const point = points[to];
    if (point) setMoment(siteId, flag.place, point.moment);
  };
  const shown = points[index];
  const layers = flag.layer === null ? [] : [flag.layer];
  const note = shown && flag.layer !== null ? noteOf(shown, data ?? [], flag.layer) : null;
  return (
    <>
      <div className={css.row}>
        {flag.mark !== null && <b className={css.mark}>{flag.mark}</b>}
        <IconButton
          icon={ChevronLeft}
          size="l"
          label={TIME_MESSAGES['time.earlier']}
          disabled={index <= 0}
          onClick={() => show(index - 1)}
        />
        <div className={css.dates} role="group" aria-label={flag.name ?? TIME_MESSAGES['time.momentOfAll']}>
          {points.map((point, at) => (
            <DateChip
              key={point.moment ?? 'newest'}
              point={point}
              label={labels[at]!}
              isChosen={at === index}
              isMissing={!isAtPoint(point, layers)}
              onClick={() => show(at)}
            />
          ))}
        </div>
        <IconButton
          icon={ChevronRight}
          size="l"
          label={TIME_MESSAGES['time.later']}
          disabled={index >= points.length - 1}
          onClick={() => show(index + 1)}
        />
      </div>
      {note && (
        <p className={css.note}>
          <Info size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
          {note}
        </p>
      )}
    </>
  );
}

/** Says that a layer has no capture at a point, and what it shows instead; null where it has one. */
function noteOf(point: CapturePoint, captures: readonly Capture[], layer: number): string | null {
  const elsewhere = elsewhereText(point, captures, layer);
  const values = { layer: modelType(layer).label, date: pointDate(point) };
  return elsewhere && `${formatMessage(TIME_MESSAGES['time.hasNone'], values)} ${elsewhere}`;
}

interface DateChipProps {
  point: CapturePoint;
  label: string;
  isChosen: boolean;
  /** The layer has no capture here. */
  isMissing: boolean;
  onClick: () => void;
}

/** The chosen one is in the middle of the row. */
function DateChip({ point, label, isChosen, isMissing, onClick }: DateChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) chip.current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [isChosen]);
  const date = pointDate(point);
  return (
    <button
      ref={chip}
      type="button"
      aria-label={point.isDraft ? `${TIME_MESSAGES['time.draft']}, ${date}` : date}
      aria-pressed={isChosen}
      className={classNames(css.date, point.isDraft && css.draft, !point.isDraft && isMissing && css.missing)}
      onClick={onClick}
    >
      {point.isDraft && <Pencil size={12} strokeWidth={1.75} aria-hidden />}
      {label}
    </button>
  );
}
