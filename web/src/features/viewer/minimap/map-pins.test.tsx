import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { mercatorMetresPerPx } from '@overlook/shared/maths';
import { groupColors } from '@overlook/engine';
import { showInPage } from '../../../testing/in-page.tsx';
import { MapPins, type MapPinsHandle } from './map-pins.tsx';
import type { MapPin, MapView } from './place-pins.ts';

const LATITUDE = 60;
const ZOOM = 17;
/** At the middle of the map a pixel is half as wide as at the equator; so many degrees of longitude. */
const DEG_PER_PX = (mercatorMetresPerPx(ZOOM, 0) / 40_075_016.686) * 360;
const VIEW: MapView = { centre: [10, LATITUDE], zoom: ZOOM, width: 224, height: 148 };

const pin = (id: string, eastPx: number, own: Partial<MapPin> = {}): MapPin => ({
  id,
  place: [10 + eastPx * DEG_PER_PX, LATITUDE],
  color: '#ff5d5d',
  glyph: 'ring',
  label: `Change ${id}, Proposed`,
  ...own,
});

function show(pins: readonly MapPin[], pointedIds: readonly string[] = []) {
  const ref = createRef<MapPinsHandle>();
  const [onOpen, onPoint] = [vi.fn<(ids: readonly string[]) => void>(), vi.fn<(ids: readonly string[]) => void>()];
  const part = (pointed: readonly string[]) => (
    <MapPins ref={ref} map={{ groupColors }} pins={pins} pointedIds={pointed} {...{ onOpen, onPoint }} />
  );
  const { user, show: showNext } = showInPage(part(pointedIds));
  const place = (view: MapView) => act(() => ref.current!.place(view));
  place(VIEW);
  return {
    user,
    place,
    onOpen,
    onPoint,
    point: (ids: readonly string[]) => showNext(part(ids)),
    end: () => showNext(null),
  };
}
const names = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
const tipOf = (name: string) => screen.getByRole('button', { name }).closest('li')!.style.transform;

it('puts each pin on its place, and one for those that overlap', async () => {
  const { user, place, onOpen } = show([pin('1', -50), pin('2', 40), pin('3', 52), pin('4', 300)]);
  expect(names()).toEqual(['Change 1, Proposed', '2 MOCs at this pin']);
  expect(tipOf('Change 1, Proposed')).toMatch(/^translate\((62|61\.99\d*|62\.00\d*)px, 74px\)$/);
  await user.click(screen.getByRole('button', { name: '2 MOCs at this pin' }));
  await user.click(screen.getByRole('button', { name: 'Change 1, Proposed' }));
  expect(onOpen.mock.calls).toEqual([[['2', '3']], [['1']]]);
  // Twice as near, they are apart.
  place({ ...VIEW, zoom: ZOOM + 1 });
  expect(names()).toEqual(['Change 1, Proposed', 'Change 2, Proposed', 'Change 3, Proposed']);
  expect(tipOf('Change 1, Proposed')).toMatch(/^translate\((12|11\.99\d*|12\.00\d*)px/);
});

it('reports the hovered pins, and the end of the hover when they are removed', async () => {
  const { user, place, onPoint, point, end } = show([pin('1', -50), pin('2', 40), pin('3', 52)]);
  await user.hover(screen.getByRole('button', { name: '2 MOCs at this pin' }));
  expect(onPoint.mock.lastCall).toEqual([['2', '3']]);
  place({ ...VIEW, zoom: ZOOM + 1 });
  expect(onPoint.mock.lastCall).toEqual([[]]);
  place(VIEW);
  point(['3']);
  expect(screen.getByRole('button', { name: '2 MOCs at this pin' }).dataset['pointed']).toBe('true');
  expect(screen.getByRole('button', { name: 'Change 1, Proposed' }).dataset['pointed']).toBe('false');
  await user.hover(screen.getByRole('button', { name: 'Change 1, Proposed' }));
  end();
  expect(onPoint.mock.lastCall).toEqual([[]]);
});
