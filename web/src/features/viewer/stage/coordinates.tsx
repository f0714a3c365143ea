import { type RefObject, useEffect, useRef } from 'react';
import { llaTexts, utmTexts } from '@overlook/shared/format';
import { type Lla, llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import type { Projection } from '../../../state/preferences.ts';
import { watchCentre, watchCursor } from '@overlook/embed/controls/watch-points';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { useShownProjection } from '../../../parts/site-system/use-shown-projection.ts';
import { useScreen } from './screen-context.ts';
import css from './coordinates.module.css';

/** Names of the cells, in the order of what {@link textsIn} gives for them. */
const CELLS: Record<Projection, readonly string[]> = {
  wgs84: [STAGE_MESSAGES['stage.lon'], STAGE_MESSAGES['stage.lat'], 'H'],
  utm: [STAGE_MESSAGES['stage.zone'], 'E', 'N', 'H'],
  site: ['E', 'N', 'H'],
};

function textsIn({ shown, system }: ReturnType<typeof useShownProjection>, lla: Lla): readonly string[] {
  if (shown === 'site') return system!.textsOf(lla) ?? [];
  return Object.values(shown === 'utm' ? utmTexts(lla) : llaTexts(lla));
}

/** The point under the cursor, in the chosen projection; nothing while it points at none. */
export function CursorCoordinates() {
  return <CoordinateLine watch={watchCursor} label={STAGE_MESSAGES['stage.coordinatesOfTheCursor']} />;
}

/** The point in the middle of the view, once it rests, because a finger has no cursor. */
export function CentreCoordinates() {
  const { progress } = useScreen();
  const watch = progress?.settled ? watchCentre : null;
  return <CoordinateLine watch={watch} label={STAGE_MESSAGES['stage.coordinatesMiddleView']} isCompact />;
}

interface CoordinateLineProps {
  /** Calls back with the point, or null; null watches nothing. Returns a function that ends it. */
  watch: ((stage: Stage, onPoint: (pointEcef: Vec3 | null) => void) => () => void) | null;
  label: string;
  isCompact?: boolean;
}

function CoordinateLine({ watch, label, isCompact = false }: CoordinateLineProps) {
  const line = useRef<HTMLDListElement>(null);
  const { stage } = useScreen();
  const { shown, system } = useShownProjection();
  useEffect(
    () =>
      stage && watch
        ? watch(stage, (point) => write(line, point && textsIn({ shown, system }, llaFromEcef(point))))
        : undefined,
    [stage, watch, shown, system],
  );
  return (
    <dl
      key={shown}
      ref={line}
      className={css.line}
      data-compact={isCompact}
      data-projection={shown}
      data-empty=""
      aria-label={label}
    >
      {CELLS[shown].map((name) => (
        <div key={name} className={css.pair}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value} />
        </div>
      ))}
    </dl>
  );
}

/** Straight into the page, without a render: the pointer moves more often than React should draw. */
function write(line: RefObject<HTMLDListElement | null>, texts: readonly string[] | null): void {
  line.current?.querySelectorAll('dd').forEach((cell, index) => (cell.textContent = texts?.[index] ?? ''));
  line.current?.toggleAttribute('data-empty', !texts);
}
