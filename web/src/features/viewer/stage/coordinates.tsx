import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { llaTexts, utmTexts } from '@overlook/shared/format';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { type Projection, preferences } from '../../../state/preferences.ts';
import { watchCentre, watchCursor } from '@overlook/embed/controls/watch-points';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { useScreen } from './screen-context.ts';
import css from './coordinates.module.css';

/** Names of the cells, in the order of what {@link textsOf} gives for them. */
const CELLS: Record<Projection, readonly string[]> = {
  wgs84: [STAGE_MESSAGES['stage.lon'], STAGE_MESSAGES['stage.lat'], 'H'],
  utm: [STAGE_MESSAGES['stage.zone'], 'E', 'N', 'H'],
};

const textsOf = (projection: Projection, pointEcef: Vec3): string[] => {
  const lla = llaFromEcef(pointEcef);
  return Object.values(projection === 'utm' ? utmTexts(lla) : llaTexts(lla));
};

/** The point under the cursor, in the chosen projection; nothing while it points at none. */
export function CursorCoordinates() {
  const line = useRef<HTMLDListElement>(null);
  const { stage } = useScreen();
  useEffect(() => (stage ? followCursor(stage, line) : undefined), [stage]);
  return <CoordinateLine line={line} label={STAGE_MESSAGES['stage.coordinatesOfTheCursor']} />;
}

/** The point in the middle of the view, once it rests, because a finger has no cursor. */
export function CentreCoordinates() {
  const line = useRef<HTMLDListElement>(null);
  const { stage, progress } = useScreen();
  const isSettled = progress?.settled ?? false;
  useEffect(() => (stage && isSettled ? followCentre(stage, line) : undefined), [stage, isSettled]);
  return <CoordinateLine line={line} label={STAGE_MESSAGES['stage.coordinatesMiddleView']} isCompact />;
}

function CoordinateLine({ line, label, isCompact = false }: { line: Line; label: string; isCompact?: boolean }) {
  const { projection } = useSnapshot(preferences);
  return (
    <dl
      key={projection}
      ref={line}
      className={css.line}
      data-compact={isCompact}
      data-projection={projection}
      data-empty=""
      aria-label={label}
    >
      {CELLS[projection].map((name) => (
        <div key={name} className={css.pair}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value} />
        </div>
      ))}
    </dl>
  );
}

type Line = RefObject<HTMLDListElement | null>;

/** Straight into the page, without a render: the pointer moves more often than React should draw. */
function write(line: Line, pointEcef: Vec3 | null): void {
  const texts = pointEcef && textsOf(preferences.projection, pointEcef);
  line.current?.querySelectorAll('dd').forEach((cell, index) => (cell.textContent = texts?.[index] ?? ''));
  line.current?.toggleAttribute('data-empty', !texts);
}

const followCursor = (stage: Stage, line: Line): (() => void) =>
  watchCursor(stage, (pointEcef) => write(line, pointEcef));

const followCentre = (stage: Stage, line: Line): (() => void) =>
  watchCentre(stage, (pointEcef) => write(line, pointEcef));
