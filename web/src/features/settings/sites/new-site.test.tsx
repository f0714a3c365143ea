import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { WAIT } from '@overlook/engine/testing/wait';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { NewSitePage } from './new-site-page.tsx';
import { SitesPage } from './sites-page.tsx';

const KNOWN = { slug: 'plant', formerSlugs: ['old-plant'] };

function show(page = <NewSitePage />, sites: object[] = [KNOWN], siteId = 0) {
  const calls = answerCalls({
    'managedSites.all': () => ({ sites, freeBytes: 2_000_000_000 }),
    'managedSites.create': () => ({ status: 'success', site: { id: 7 } }),
    'sites.all': () => ({ sites: [] }),
    'models.all': () => ({ models: [] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
  });
  const { user } = showInPage(page, ['SITES:MANAGE'], siteId);
  const created = () => calls.filter(({ name }) => name === 'managedSites.create').map(({ input }) => input);
  return { user, created };
}

it('proposes a short name until one is typed, refuses a taken one, and opens the new site', async () => {
  const { user, created } = show();
  const name = await screen.findByRole('textbox', { name: 'Name' }, WAIT);
  const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Short name in addresses' });
  await user.type(name, 'Old Plant');
  expect(slug.value).toBe('old-plant');
  await user.click(screen.getByRole('button', { name: 'Create site' }));
  expect(await screen.findByText('Another site has this short name, or had it before', {}, WAIT)).toBeTruthy();
  expect(created()).toEqual([]);
  await user.clear(slug);
  await user.type(slug, 'north');
  await user.type(name, ' North');
  expect(slug.value).toBe('north');
  await user.click(screen.getByRole('button', { name: 'Create site' }));
  await waitFor(() => expect(created()).toEqual([{ name: 'Old Plant North', slug: 'north', description: '' }]), WAIT);
  await waitFor(() => expect(location.pathname).toBe('/settings/sites/7/edit'), WAIT);
  navigate('/');
});

it('is offered to those who manage all sites, in the empty list too', async () => {
  const { user } = show(<SitesPage />, []);
  expect(await screen.findByText(/^Add one here/, {}, WAIT)).toBeTruthy();
  const [button] = screen.getAllByRole('button', { name: 'New site' });
  await user.click(button!);
  await waitFor(() => expect(location.pathname).toBe('/settings/sites/new'), WAIT);
  navigate('/');
});

it('is not offered to those who manage single sites', async () => {
  show(<SitesPage />, [], 1);
  expect(await screen.findByText(/^A site appears here/, {}, WAIT)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New site' })).toBeNull();
});
