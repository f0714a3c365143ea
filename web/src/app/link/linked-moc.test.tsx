import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { onCommand } from '../../state/commands.ts';
import { mocs, resetMocs } from '../../state/mocs.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { toasts } from '../../state/toasts.ts';
import { mocOf } from '../../features/viewer/mocs/testing/moc-of.ts';
import { answerCalls, Refusal, showInPage } from '../../testing/in-page.tsx';
import { useLinkedMoc } from './linked-moc.ts';

const SITES = [
  { id: 1, slug: 'huldra', name: 'Huldra' },
  { id: 2, slug: 'ridgeway', name: 'Ridgeway' },
];

function Page() {
  useLinkedMoc();
  return <p>Page</p>;
}

function visit(address: string, own: { archived?: boolean } = {}) {
  history.replaceState(null, '', address);
  const calls = answerCalls({
    'sites.all': () => ({ sites: SITES }),
    'modelGroups.all': () => ({ modelgroups: [] }),
    'models.all': () => ({ models: [] }),
    'mocs.get': ({ siteId, id }: { siteId: number; id: number }) => {
      if (siteId !== 2 || id !== 7) throw new Refusal(404, 'There is no such MOC.');
      return { moc: mocOf({ id, siteID: siteId, ...own }) };
    },
  });
  showInPage(<Page />);
  return calls;
}

const said = (text: string) => waitFor(() => expect(toasts.shown.map((toast) => toast.text)).toEqual([text]));

beforeEach(() => {
  resetMocs();
  setPreference('selectedSiteId', 1);
});

it.each(['2', 'ridgeway'])('opens the site %s and the card of the change', async (site) => {
  const revealed: number[] = [];
  const end = onCommand('revealMoc', (mocId) => revealed.push(mocId));
  visit(`/mocs?site=${site}&moc=7`);
  await waitFor(() => expect(mocs.openId).toBe(7));
  end();
  expect(preferences.selectedSiteId).toBe(2);
  expect(revealed).toEqual([7]);
  expect(location.pathname + location.search).toBe('/mocs');
});

it.each([
  ['a change that is not there', '/mocs?site=2&moc=8'],
  ['a site that is not open to the reader', '/mocs?site=harbour&moc=7'],
  ['what is no id', '/mocs?site=2&moc=seven'],
])('says that there is no such change, for %s', async (_, address) => {
  visit(address);
  await said(MOCS_MESSAGES['moc.notFound']);
  expect(mocs.openId).toBeNull();
});

it('says that a change is archived', async () => {
  visit('/mocs?site=2&moc=7', { archived: true });
  await said(MOCS_MESSAGES['moc.archived']);
});

it('ignores addresses that name no change', async () => {
  visit('/mocs?site=2');
  expect(await screen.findByText('Page')).toBeTruthy();
  expect(location.search).toBe('?site=2');
});
