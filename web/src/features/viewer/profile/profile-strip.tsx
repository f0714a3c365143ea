import { type KeyboardEvent, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PROFILE } from '@overlook/shared/config';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import {
  profileDatumText,
  profileEmptyText,
  profileFactsText,
  profileFailedText,
  profileLimitedText,
  profilePlaceText,
  profileReadingText,
  PROFILE_MESSAGES,
  formatMessage,
} from '@overlook/shared/messages';
import type { ProfileLine, ProfilePoint, ProfileShown } from '@overlook/engine';
import { preferences } from '../../../state/preferences.ts';
import { closeProfile, profile, setProfileMeasuring, setProfileThickness } from '../../../state/profile.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { engine } from './engine.ts';
import { labelledLeg, legMetres, type MeasuredLeg } from './section-leg.ts';
import { StripHead } from './strip-head.tsx';
import { useExports } from './use-exports.ts';
import { useReading } from './use-reading.ts';
import { useSectionPlot } from './use-section-plot.ts';
import css from './profile-strip.module.css';

export interface ProfileStripProps {
  /** Address of the point cloud; the strip of another one is another strip. */
  url: string;
  line: ProfileLine;
  /** Begins the names of files. */
  siteSlug: string;
  /** Shows a leg that was measured in the section as a measurement on the model: ECEF metres, and how exactly it was clicked. */
  onMeasured: (fromEcef: Vec3, toEcef: Vec3, errorMetres: number) => void;
  /** Keeps the view with the section, of this length, as a Place. */
  onSavePlace: (lengthMetres: number) => void;
}

/** How many times wider a band gets that has no points. */
const WIDER = 4;

/** The section through the point cloud, seen from the side. */
export function ProfileStrip({ url, line, siteSlug, onMeasured, onSavePlace }: ProfileStripProps) {
  const { thicknessMetres, color, exaggeration, isMeasuring } = useSnapshot(profile);
  const { shown, retry } = useReading(url, line, thicknessMetres);
  const { legs, begun, pick } = useLegs(line, shown, isMeasuring, onMeasured);
  const ready = shown ?? null;
  return (
    <section className={css.strip} aria-label={PROFILE_MESSAGES['profile.profile']} onKeyDown={handleEscape}>
      {ready ? (
        <Section
          shown={ready}
          siteSlug={siteSlug}
          input={{ color, exaggeration, legs, begun }}
          isMeasuring={isMeasuring}
          onPick={pick}
          onRetry={retry}
          onSavePlace={onSavePlace}
        />
      ) : (
        <StripHead facts="" hasClasses={false} onFit={() => undefined} exports={NO_EXPORTS} />
      )}
    </section>
  );
}

interface SectionProps {
  shown: ProfileShown;
  siteSlug: string;
  input: {
    color: (typeof profile)['color'];
    exaggeration: number;
    legs: readonly MeasuredLeg[];
    begun: ProfilePoint | null;
  };
  isMeasuring: boolean;
  onPick: (point: ProfilePoint, errorMetres: number) => void;
  onRetry: () => void;
  onSavePlace: ProfileStripProps['onSavePlace'];
}

function Section({ shown, siteSlug, input, isMeasuring, onPick, onRetry, onSavePlace }: SectionProps) {
  const { units } = useSnapshot(preferences);
  const { color, exaggeration, legs, begun } = input;
  const plotInput = useMemo(
    () => ({
      shown,
      color,
      exaggeration,
      legs: legs.map((leg) => labelledLeg(leg, units)),
      begun: begun && { along: begun[0], up: begun[2] },
      datum: profileDatumText(heightOf(shown)),
      pointerText: ([along, , up]: ProfilePoint) => profilePlaceText(along, up),
    }),
    [shown, color, exaggeration, legs, begun, units],
  );
  const { element, axes, points, overlay, plot } = useSectionPlot(plotInput, {
    onPoint: (point) => profile.tool?.point(point && engine.profilePointEcef(shown.frame, [...point])),
    onPick: (point, of) => isMeasuring && onPick(point, of.clickErrorMetres),
    onDoubleClick: (of) => !isMeasuring && of.fitAll(),
  });
  const { frame, summary, progress } = shown;
  const exports = useExports({ siteSlug, shown, plot, legs, onSavePlace: () => onSavePlace(frame.lengthMetres) });
  const isReading = progress.state === 'reading';
  const facts = isReading
    ? `${profileFactsText(frame.lengthMetres, summary.count)}. ${profileReadingText(progress.tilesRead, progress.tilesWanted)}`
    : profileFactsText(frame.lengthMetres, summary.count);
  const measurePrompt = begun ? PROFILE_MESSAGES['profile.measureSecond'] : PROFILE_MESSAGES['profile.measureFirst'];
  return (
    <>
      <StripHead facts={facts} hasClasses={summary.hasClasses} onFit={() => plot?.fitAll()} exports={exports} />
      <Notes shown={shown} onRetry={onRetry} />
      <div
        ref={element}
        className={css.plot}
        role="application"
        tabIndex={0}
        aria-label={formatMessage(PROFILE_MESSAGES['profile.section'], { facts })}
        data-measuring={isMeasuring}
        data-settled={!isReading}
      >
        <canvas ref={axes} className={css.overlay} />
        <div className={css.points} style={plotInset()}>
          <canvas ref={points} />
        </div>
        <canvas ref={overlay} className={css.overlay} />
        {isMeasuring && <p className={css.prompt}>{measurePrompt}</p>}
        {progress.state === 'done' && progress.failed === 0 && summary.count === 0 && <Empty />}
      </div>
    </>
  );
}

/** The missing parts of the section, and a remedy. */
function Notes({ shown: { progress, summary }, onRetry }: { shown: ProfileShown; onRetry: () => void }) {
  const isLimited = progress.state === 'limited';
  if (!isLimited && progress.failed === 0) return null;
  return (
    <p className={css.note} role="status">
      {isLimited && profileLimitedText(summary.count)}
      {progress.failed > 0 && (
        <>
          {profileFailedText(progress.failed)}
          <Button onClick={onRetry}>{PROFILE_MESSAGES['profile.retry']}</Button>
        </>
      )}
    </p>
  );
}

function Empty() {
  const { thicknessMetres } = useSnapshot(profile);
  return (
    <div className={css.empty}>
      <p>{profileEmptyText(thicknessMetres / 2)}</p>
      <Button
        disabled={thicknessMetres >= PROFILE.thicknessMostM}
        onClick={() => setProfileThickness(engine.heldThickness(thicknessMetres * WIDER))}
      >
        {PROFILE_MESSAGES['profile.widen']}
      </Button>
    </div>
  );
}

interface Measured {
  readonly line: ProfileLine;
  readonly legs: readonly MeasuredLeg[];
  readonly begun: ProfilePoint | null;
}

const nothingOn = (line: ProfileLine): Measured => ({ line, legs: [], begun: null });

/** The measurements on this line, and the unfinished leg. Places on one line have no meaning on another. */
function useLegs(
  line: ProfileLine,
  shown: ProfileShown | null,
  isMeasuring: boolean,
  onMeasured: ProfileStripProps['onMeasured'],
) {
  const { units } = useSnapshot(preferences);
  const [measured, setMeasured] = useState(() => nothingOn(line));
  const { legs, begun } = measured;
  if (measured.line !== line) setMeasured(nothingOn(line));
  else if (!isMeasuring && begun) setMeasured({ ...measured, begun: null });
  const pick = (point: ProfilePoint, errorMetres: number) => {
    if (!begun) return setMeasured({ ...measured, begun: point });
    const leg = { from: begun, to: point };
    if (!shown || legMetres(leg).leg === 0) return;
    setMeasured({ line, legs: [...legs, leg], begun: null });
    onMeasured(
      engine.profilePointEcef(shown.frame, [...begun]),
      engine.profilePointEcef(shown.frame, [...point]),
      errorMetres,
    );
    const spoken = labelledLeg(leg, units);
    announce(formatMessage(PROFILE_MESSAGES['profile.leg'], { leg: spoken.leg, along: spoken.along, up: spoken.up }));
  };
  return { legs, begun, pick };
}

/** Beside the gutters of the axes. */
const plotInset = () => ({ inset: `0 0 ${engine.GUTTER.bottomPx}px ${engine.GUTTER.leftPx}px` });

const NO_EXPORTS = { sections: [], cancel: null };

/** Of A above the ellipsoid, metres. */
const heightOf = ({ frame }: ProfileShown): number => llaFromEcef(engine.profilePointEcef(frame, [0, 0, 0])).height;

/** The menu handles Escape itself; further presses end measuring, then close the strip. */
function handleEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  if (profile.isMeasuring) setProfileMeasuring(false);
  else closeProfile();
}
