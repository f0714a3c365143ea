import type { Ref } from 'react';
import type { CameraView } from './camera-view.ts';
import type { LonLat } from './footprint.ts';
import css from './camera-marks.module.css';

/** The camera on the map: the ground that it sees, or a person who looks its way. {@link drawCamera} moves it. */
export function CameraMarks({ ref }: { ref: Ref<SVGSVGElement> }) {
  return (
    <svg ref={ref} className={css.marks} aria-hidden>
      <g className={css.footprint}>
        <polygon className={css.casing} />
        <polygon className={css.outline} />
      </g>
      <g data-part="place">
        <g className={css.person}>
          <path data-part="heading" d="M0 -20 6 -9.5A11 11 0 0 0 -6 -9.5Z" className={css.beak} />
          <circle r="9" className={css.disc} />
          <circle cy="-3" r="2.2" className={css.figure} />
          <path d="M-4 5A4 4.4 0 0 1 4 5Z" className={css.figure} />
        </g>
        <circle r="6.5" className={css.dot} />
      </g>
    </svg>
  );
}

/** Puts the marks where the camera is now, by direct writes; `project` gives CSS pixels of the map. */
export function drawCamera(svg: SVGSVGElement, view: CameraView, project: (place: LonLat) => { x: number; y: number }) {
  const { x, y } = project(view.place);
  svg.dataset['look'] = view.footprint ? 'footprint' : 'person';
  svg.querySelector('[data-part="place"]')?.setAttribute('transform', `translate(${x} ${y})`);
  svg.querySelector('[data-part="heading"]')?.setAttribute('transform', `rotate(${view.headingDeg})`);
  if (!view.footprint) return;
  const points = view.footprint.map((place) => {
    const corner = project(place);
    return `${corner.x},${corner.y}`;
  });
  for (const polygon of svg.querySelectorAll('polygon')) polygon.setAttribute('points', points.join(' '));
}
