import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { COORDINATES_EVERY_MS } from '@overlook/shared/config';
import { ecefToLla, type Vec3 } from '@overlook/shared/maths';
import type { Stage } from '../../engine/index.ts';
import { atMostEvery } from './at-most-every.ts';
import { coordinateTexts } from './coordinate-text.ts';
import { screen } from './screen-store.ts';
import { centrePoint } from './view-actions.ts';
import css from './coordinates.module.css';

/** WGS84 of the point under the cursor; nothing while it points at none. */
export function CursorCoordinates() {
  const line = useRef<HTMLDListElement>(null);
  const { stage } = useSnapshot(screen);
  useEffect(() => (stage ? followCursor(stage, line) : undefined), [stage]);
  return <CoordinateLine line={line} label="Coordinates of the cursor" />;
}

/** WGS84 of what is in the middle of the view, once it rests: a finger has no cursor. */
export function CentreCoordinates() {
  const line = useRef<HTMLDListElement>(null);
  const { stage, progress } = useSnapshot(screen);
  const isSettled = progress?.settled ?? false;
  useEffect(() => (stage && isSettled ? followCentre(stage, line) : undefined), [stage, isSettled]);
  return <CoordinateLine line={line} label="Coordinates of the middle of the view" isCompact />;
}

function CoordinateLine({ line, label, isCompact = false }: { line: Line; label: string; isCompact?: boolean }) {
  return (
    <dl ref={line} className={css.line} data-compact={isCompact} data-empty="" aria-label={label}>
      {['Lon', 'Lat', 'H'].map((name) => (
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
  const texts = pointEcef && Object.values(coordinateTexts(ecefToLla(pointEcef)));
  line.current?.querySelectorAll('dd').forEach((cell, index) => (cell.textContent = texts?.[index] ?? ''));
  line.current?.toggleAttribute('data-empty', !texts);
}

function followCursor(stage: Stage, line: Line): () => void {
  let pointEcef: Vec3 | null = null;
  const writing = atMostEvery(COORDINATES_EVERY_MS, () => write(line, pointEcef));
  const off = stage.on('cursor', (cursor) => {
    pointEcef = cursor?.pointEcef ?? null;
    writing.request();
  });
  return () => {
    off();
    writing.cancel();
  };
}

/** The view counts as resting after this long without a movement, in milliseconds. */
const REST_MS = 200;

function followCentre(stage: Stage, line: Line): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => write(line, centrePoint(stage)), REST_MS);
  };
  wait();
  const off = stage.on('pose', wait);
  return () => {
    off();
    clearTimeout(timer);
  };
}
