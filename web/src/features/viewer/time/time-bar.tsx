import { ChevronLeft, ChevronRight, History, Play, Square, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { capturePoints, pointIndexAt } from '@overlook/embed/site/captures';
import { capturesCountText, TIME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { useCaptures } from '../../../api/captures.ts';
import { setMoment, type TimePlace } from '../../../state/moments.ts';
import { setPreference } from '../../../state/preferences.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { flagToMove, type TimeFlag } from './flags.ts';
import { usePrefetchBeside } from './prefetch-beside.ts';
import { PlaceButton } from './place-button.tsx';
import { TimeTrack } from './time-track.tsx';
import { usePlay } from './use-play.ts';
import css from './time-bar.module.css';

const NONE: readonly Capture[] = [];

interface TimeBarProps {
  siteId: number;
  /** One or more. */
  flags: readonly TimeFlag[];
  /** The screen that keys and buttons act on. */
  active: number;
}

/** Under the stage: the captures of the site in time, and which of them each screen shows. */
export function TimeBar({ siteId, flags, active }: TimeBarProps) {
  const { data } = useCaptures(siteId);
  const points = useMemo(() => capturePoints(data ?? []), [data]);
  const [used, setUsed] = useState<TimePlace>(active);
  const flag = flags.find(({ place }) => place === used) ?? flags.find(({ place }) => place === active) ?? flags[0]!;
  const indexOf = ({ moment }: TimeFlag) => pointIndexAt(points, moment);
  const index = indexOf(flag);
  usePrefetchBeside(data ?? NONE, points, index);
  const move = (one: TimeFlag, to: number) => {
    setUsed(one.place);
    const point = points[Math.min(points.length - 1, Math.max(0, to))];
    if (point) setMoment(siteId, one.place, point.moment);
  };
  const play = usePlay(() => {
    move(flag, index + 1);
    return index + 2 < points.length;
  });
  const start = () => {
    if (!play.isPlaying && index === points.length - 1) move(flag, 0);
    play.toggle();
  };
  return (
    <section className={css.bar} aria-label={TIME_MESSAGES['time.captures']}>
      <div className={css.words}>
        <h2 className={css.title}>
          <History size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
          {TIME_MESSAGES['time.captures']}
        </h2>
        <p className={css.count}>{capturesCountText(points.length, points.filter(({ isDraft }) => isDraft).length)}</p>
      </div>
      <TimeTrack
        points={points}
        captures={data ?? []}
        flags={flags.map((one) => ({ ...one, index: indexOf(one) }))}
        onMove={move}
        onPoint={(to) => move(flagToMove(flags, indexOf, to, flag), to)}
      />
      <div className={css.controls}>
        <IconButton
          icon={ChevronLeft}
          label={TIME_MESSAGES['time.earlier']}
          keys="-"
          disabled={index <= 0}
          onClick={() => move(flag, index - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={TIME_MESSAGES['time.later']}
          keys="="
          disabled={index >= points.length - 1}
          onClick={() => move(flag, index + 1)}
        />
        <IconButton
          icon={play.isPlaying ? Square : Play}
          label={play.isPlaying ? TIME_MESSAGES['time.stop'] : TIME_MESSAGES['time.play']}
          data-play
          aria-pressed={play.isPlaying}
          onClick={start}
        />
        <span className={css.rule} />
        <PlaceButton siteId={siteId} flag={flag} />
        <IconButton icon={X} label={TIME_MESSAGES['time.hide']} onClick={() => setPreference('isTimeBarOpen', false)} />
      </div>
    </section>
  );
}
