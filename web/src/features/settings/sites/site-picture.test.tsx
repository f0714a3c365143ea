import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Stage } from '@overlook/engine';
import { WAIT } from '@overlook/engine/testing/wait';
import { reportScreen, resetScreen, stageOpened } from '../../../state/screens.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { SitePage } from './site-page.tsx';
import { aManagedSite } from './testing/a-managed-site.ts';

const UUID = '8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55';
const OWN = `/api/files/snapshots/${UUID}/thumb`;

function show(avatar: string | null) {
  const site = aManagedSite(1, { avatar });
  const calls = answerCalls({
    'managedSites.get': () => ({ site }),
    'managedSites.update': () => ({ status: 'success', site }),
    'sites.all': () => ({ sites: [] }),
    'models.all': () => ({ models: [] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
  });
  const uploads: unknown[] = [];
  const answer = fetch;
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    if (!String(address).endsWith('/api/sites/manage/1/picture')) return answer(address, init);
    uploads.push((init!.body as FormData).get('photo'));
    return Response.json({ uuid: UUID, imageHash: 'x' });
  });
  const { user } = showInPage(<SitePage id={1} />, ['SITES:MANAGE']);
  const saved = () => calls.filter(({ name }) => name === 'managedSites.update').map(({ input }) => input);
  const save = () => user.click(screen.getByRole('button', { name: 'Save site' }));
  return { user, saved, save, uploads };
}

afterEach(() => resetScreen(0));

it('is taken from the stage once that shows the site, and kept with the save', async () => {
  const { user, saved, save, uploads } = show(null);
  const take = await screen.findByRole('button', { name: 'From this view' }, WAIT);
  expect(take.getAttribute('aria-disabled')).toBe('true');
  const stage = { state: () => ({ layerId: 3 }), screenshot: async () => new Blob(['view'], { type: 'image/jpeg' }) };
  act(() => {
    stageOpened(0, stage as unknown as Stage);
    reportScreen(0, { siteId: 1 });
  });
  await user.click(take);
  expect(await screen.findByText('The picture changes when you save.', {}, WAIT)).toBeTruthy();
  expect(uploads).toEqual([]);
  await save();
  await waitFor(() => expect(saved()).toMatchObject([{ avatar: UUID }]), WAIT);
  expect(uploads).toHaveLength(1);
});

it('is removed with the save, and a file that is too large is refused at once', async () => {
  const { user, saved, save, uploads } = show(OWN);
  await user.click(await screen.findByRole('button', { name: 'Remove the picture' }, WAIT));
  const large = new File(['x'], 'large.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, large);
  expect(await screen.findByText('A picture can have 20 MB at most.', {}, WAIT)).toBeTruthy();
  await save();
  await waitFor(() => expect(saved()).toMatchObject([{ avatar: null }]), WAIT);
  expect(uploads).toEqual([]);
});

it('is not sent where it has not changed', async () => {
  const { saved, save } = show(OWN);
  await screen.findByRole('button', { name: 'Remove the picture' }, WAIT);
  await save();
  await waitFor(() => expect(saved()).toHaveLength(1), WAIT);
  expect(saved()[0]).not.toHaveProperty('avatar');
});
