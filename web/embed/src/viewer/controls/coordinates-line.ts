import { llaTexts } from '@overlook/shared/format';
import { ecefToLla, type Vec3 } from '@overlook/shared/maths';
import { watchCentre, watchCursor } from '../../controls/watch-points.ts';
import type { ControlsHost } from './controls-host.ts';
import { make } from './dom.ts';

const NAMES = ['Lon', 'Lat', 'H'] as const;

/** WGS 84 coordinates of the point under the pointer, or at the centre of the view on touch devices. */
export function coordinatesLine({ viewed: { stage } }: ControlsHost): { element: HTMLElement; end: () => void } {
  const hasPointer = !matchMedia('(pointer: coarse)').matches;
  const label = hasPointer ? 'Coordinates of the cursor' : 'Coordinates of the middle of the view';
  const cells = NAMES.map(() => make('dd'));
  const rows = cells.map((cell, index) => make('div', {}, make('dt', {}, NAMES[index]!), cell));
  const element = make('dl', { class: 'coordinates', part: 'coordinates', 'aria-label': label }, ...rows);
  const write = (pointEcef: Vec3 | null) => {
    const texts = pointEcef && Object.values(llaTexts(ecefToLla(pointEcef)));
    cells.forEach((cell, index) => (cell.textContent = texts?.[index] ?? ''));
    element.toggleAttribute('data-empty', !texts);
  };
  write(null);
  return { element, end: hasPointer ? watchCursor(stage, write) : watchCentre(stage, write) };
}
