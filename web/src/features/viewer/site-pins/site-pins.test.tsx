import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ecefFromLla } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { showInPage } from '../../../testing/in-page.tsx';
import { SitePins } from './site-pins.tsx';
import type { NamedPin } from './use-site-pins.ts';

const EYE = ecefFromLla({ longitude: 0, latitude: 0, height: 1_000_000 });

const site = (siteId: number, name: string, longitude: number): NamedPin => ({
  siteId,
  name,
  pointEcef: ecefFromLla({ longitude, latitude: 0, height: 0 }),
  hasModel: true,
});
const HARBOUR = site(1, 'Harbour', 0);
const RIDGEWAY = site(2, 'Ridgeway', 0.1);
const FAR = site(3, 'Far', 5);

/** A stage that looks straight down and shows so many pixels a degree. */
function show(pins: readonly NamedPin[], selectedSiteId: number | null = null) {
  let pxPerDeg = 20;
  let draw = (): void => undefined;
  const stage = {
    pose: () => ({ position: EYE, direction: [-1, 0, 0], up: [0, 0, 1] }),
    size: () => ({ width: 800, height: 600 }),
    on: (_event: string, listener: () => void) => {
      draw = listener;
      return () => undefined;
    },
  } as unknown as Pick<Stage, 'pose' | 'size' | 'on'>;
  const project = ([x, y]: readonly number[]) => ({
    x: 400 + (Math.atan2(y!, x!) * 180 * pxPerDeg) / Math.PI,
    y: 300,
    distance: 1_000_000,
  });
  const onSelect = vi.fn<(siteId: number) => void>();
  const { user } = showInPage(<SitePins {...{ stage, project, pins, selectedSiteId, onSelect }} />);
  const zoom = (px: number) => {
    pxPerDeg = px;
    act(() => draw());
  };
  return { user, onSelect, zoom };
}

const names = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
const placeOf = (name: string) => screen.getByRole('button', { name }).closest('li')!.style.transform;

it('shows sites that overlap as one pin, which lists them', async () => {
  const { user, onSelect } = show([HARBOUR, FAR, RIDGEWAY], RIDGEWAY.siteId);
  expect(names()).toEqual(['2 sites: Harbour, Ridgeway', 'Far']);
  await user.click(screen.getByRole('button', { name: /^2 sites/ }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Harbour', 'Ridgeway']);
  await user.click(screen.getByRole('menuitem', { name: 'Ridgeway' }));
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Far' }));
  expect(onSelect.mock.calls).toEqual([[RIDGEWAY.siteId], [FAR.siteId]]);
});

it('has a pin for each once they are apart, and follows the picture', () => {
  const { zoom } = show([HARBOUR, RIDGEWAY], HARBOUR.siteId);
  expect(names()).toEqual(['2 sites: Harbour, Ridgeway']);
  zoom(1000);
  expect(names()).toEqual(['Harbour', 'Ridgeway']);
  expect(screen.getByRole('button', { name: 'Harbour' }).getAttribute('aria-current')).toBe('true');
  const before = placeOf('Ridgeway');
  zoom(2000);
  expect(placeOf('Ridgeway')).not.toBe(before);
  expect(placeOf('Harbour')).toMatch(/^translate\(400px, 300px\)/);
});

it('shows none that is not in the picture', () => {
  const { zoom } = show([FAR]);
  expect(names()).toEqual(['Far']);
  zoom(200);
  expect(names()).toEqual([]);
});

it('passes the wheel on to the model under a pin', () => {
  show([HARBOUR]);
  const pin = screen.getByRole('button', { name: 'Harbour' });
  const model = document.body.appendChild(document.createElement('div'));
  const under = vi.fn<(event: WheelEvent) => void>();
  model.addEventListener('wheel', under);
  document.elementsFromPoint = () => [pin, model];
  const wheel = new WheelEvent('wheel', { deltaY: 120, bubbles: true, cancelable: true });
  pin.dispatchEvent(wheel);
  expect(under.mock.calls.map(([{ deltaY, bubbles }]) => [deltaY, bubbles])).toEqual([[120, true]]);
  expect(wheel.defaultPrevented, 'the page stays as it is').toBe(true);
  model.remove();
});
