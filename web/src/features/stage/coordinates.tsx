import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { COORDINATES_EVERY_MS } from '@overlook/shared/config';
import { ecefToLla, type Vec3 } from '@overlook/shared/maths';
import { atMostEvery } from './at-most-every.ts';
import { coordinateTexts } from './coordinate-text.ts';
import { screen } from './screen-store.ts';
import css from './coordinates.module.css';

/**
 * WGS84 of the point under the cursor, or of nothing while it points at none. Written straight into the page, at most ten
 * times a second: it follows the pointer.
 */
export function Coordinates({ isCompact = false }: { isCompact?: boolean }) {
  const { stage } = useSnapshot(screen);
  const line = useRef<HTMLDListElement>(null);

  useEffect(() => {
    if (!stage) return undefined;
    let pointEcef: Vec3 | null = null;
    const write = atMostEvery(COORDINATES_EVERY_MS, () => {
      const cells = line.current?.querySelectorAll('dd');
      const texts = pointEcef && Object.values(coordinateTexts(ecefToLla(pointEcef)));
      cells?.forEach((cell, index) => (cell.textContent = texts?.[index] ?? ''));
      line.current?.toggleAttribute('data-empty', !texts);
    });
    const off = stage.on('cursor', (cursor) => {
      pointEcef = cursor?.pointEcef ?? null;
      write.request();
    });
    return () => {
      off();
      write.cancel();
    };
  }, [stage]);

  return (
    <dl ref={line} className={css.line} data-compact={isCompact} data-empty="" aria-label="Coordinates of the cursor">
      {['Lon', 'Lat', 'H'].map((name) => (
        <div key={name} className={css.pair}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value} />
        </div>
      ))}
    </dl>
  );
}
