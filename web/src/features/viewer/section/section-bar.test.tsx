import { ecefFromLla } from '@overlook/shared/maths';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SectionBox } from '@overlook/engine';
import type { SectionMode } from '../../../state/section.ts';
import { SectionBar } from './section-bar.tsx';

const BOX: SectionBox = {
  centerEcef: ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 40 }),
  size: [22, 0.05, 15],
  headingRad: Math.PI / 18,
};

const none = () => undefined;
const bar = (mode: SectionMode, planeCount = 0) =>
  renderToStaticMarkup(
    <SectionBar
      box={BOX}
      mode={mode}
      volumeText="16.50 m³"
      planeCount={planeCount}
      onChange={none}
      onMode={none}
      onRemovePlanes={none}
      onClose={none}
    />,
  );

/** Values of the number fields, in their order. */
const values = (html: string) => [...html.matchAll(/aria-valuenow="([^"]*)"/g)].map((match) => Number(match[1]));

describe('the section bar', () => {
  it('shows the size, the rotation and the volume', () => {
    const html = bar('resize');
    const [east, north, up, rotation] = values(html);
    expect([east, north, up]).toEqual([22, 0.05, 15]);
    expect(rotation).toBeCloseTo(10, 9);
    for (const text of ['Size east', 'Size north', 'Size up', 'Rotation', '16.50 m³']) expect(html).toContain(text);
  });

  it('reports when a side cannot become shorter', () => expect(bar('resize')).toContain('Least 0.05\u202Fm'));

  it('counts moves from where the box was', () => {
    const html = bar('move');
    expect(html).toContain('Moved east');
    for (const metres of values(html).slice(0, 3)) expect(metres).toBeCloseTo(0, 6);
  });

  it.each(['resize', 'move', 'rotate', 'plane'] as const)('has one button on in mode %s', (mode) => {
    expect(bar(mode).match(/aria-pressed="true"/g)).toHaveLength(1);
  });
});
