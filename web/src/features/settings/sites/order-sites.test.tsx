import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WAIT } from '@overlook/engine/testing/wait';
import { Announcer } from '../../../ui/announcer.tsx';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { SitesPage } from './sites-page.tsx';
import { aManagedSite } from './testing/a-managed-site.ts';

const SITES = ['Plant', 'Jetty', 'Depot'].map((name, index) => aManagedSite(index + 1, { name }));

function show({ siteId = 0, isRefused = false } = {}) {
  let sites = SITES;
  const calls = answerCalls({
    'managedSites.all': () => ({ sites, freeBytes: 2_000_000_000 }),
    'managedSites.order': ({ siteIds }: { siteIds: number[] }) => {
      if (isRefused) throw new Refusal(503, 'Later.');
      sites = siteIds.map((id) => SITES.find((site) => site.id === id)!);
      return { status: 'success' };
    },
    'sites.all': () => ({ sites: [] }),
    'models.all': () => ({ models: [] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
  });
  const { user } = showInPage(
    <>
      <SitesPage />
      <Announcer />
    </>,
    ['SITES:MANAGE'],
    siteId,
  );
  const orders = () => calls.filter(({ name }) => name === 'managedSites.order').map(({ input }) => input);
  return { user, orders };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);
const isOrder = (...expected: string[]) =>
  waitFor(() => expect(names().map((name, i) => name!.includes(expected[i]!))).toEqual([true, true, true]), WAIT);

it('moves the focused row with Alt and the arrow keys, says where it is, and saves', async () => {
  const { user, orders } = show();
  await user.click(await screen.findByRole('button', { name: 'Order by hand' }, WAIT));
  const handle = await screen.findByRole('button', { name: 'Move Plant' }, WAIT);
  act(() => handle.focus());
  // It is said for a second.
  const said = screen.findByText('Plant is now 2 of 3', {}, WAIT);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await said;
  await isOrder('Jetty', 'Plant', 'Depot');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Plant' }));
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  await isOrder('Jetty', 'Depot', 'Plant');
  await waitFor(() => expect(orders()).toEqual([{ siteIds: [2, 1, 3] }, { siteIds: [2, 3, 1] }]), WAIT);
  await user.click(screen.getByRole('button', { name: 'Order by name' }));
  await waitFor(() => expect(orders()).toHaveLength(3), WAIT);
  expect(orders()[2]).toEqual({ siteIds: [] });
});

it('moves a row that is dragged, and saves when it is dropped', async () => {
  const { user, orders } = show();
  await user.click(await screen.findByRole('button', { name: 'Order by hand' }, WAIT));
  const handle = await screen.findByRole('button', { name: 'Move Depot' }, WAIT);
  handle.setPointerCapture = () => undefined;
  for (const [index, row] of screen.getAllByRole('row').slice(1).entries())
    row.getBoundingClientRect = () => new DOMRect(0, 50 * index, 500, 50);
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 120 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 20 });
  await isOrder('Depot', 'Plant', 'Jetty');
  expect(orders()).toEqual([]);
  fireEvent.lostPointerCapture(handle, { pointerId: 1 });
  await waitFor(() => expect(orders()).toEqual([{ siteIds: [3, 1, 2] }]), WAIT);
});

it('shows the former order again where the new one is refused', async () => {
  const { user, orders } = show({ isRefused: true });
  await user.click(await screen.findByRole('button', { name: 'Order by hand' }, WAIT));
  act(() => screen.getByRole('button', { name: 'Move Plant' }).focus());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(orders()).toHaveLength(1), WAIT);
  await isOrder('Plant', 'Jetty', 'Depot');
});

it('is for those who manage all sites', async () => {
  show({ siteId: 1 });
  await screen.findByRole('row', { name: /Plant/ }, WAIT);
  expect(screen.queryByRole('button', { name: 'Order by hand' })).toBeNull();
});
