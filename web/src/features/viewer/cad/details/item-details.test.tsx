import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CAD_MESSAGES, AUTH_MESSAGES } from '@overlook/shared/messages';
import { answerCalls, loseServer, Refusal, showInPage } from '../../../../testing/in-page.tsx';
import { ItemDetails } from './item-details.tsx';

const REASON = 'The source answers with an error. Try again later.';

it('properties that could not be loaded report that the server cannot be reached, and are shown after a retry', async () => {
  loseServer();
  const { user } = showInPage(<ItemDetails siteId={7} itemId={1} />);
  const failed = await screen.findByRole('alert');
  expect(failed.textContent).toContain(CAD_MESSAGES['cad.fetchFailed']);
  expect(failed.textContent).toContain(AUTH_MESSAGES['auth.unreachable']);
  const item = { id: 1, parentId: null, name: 'Tank T-101', path: 'Tank T-101', externalTags: [], position: null };
  answerCalls({ 'cad.item': () => ({ item, guid: null, metadata: {} }) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Tank T-101' })).toBeTruthy();
});

it('an answer with a reason is shown with its own sentence', async () => {
  answerCalls({
    'cad.item': () => {
      throw new Refusal(503, REASON);
    },
  });
  showInPage(<ItemDetails siteId={7} itemId={1} />);
  expect((await screen.findByRole('alert')).textContent).toContain(REASON);
});

it.each([
  ['that its properties do not name', { Item: { Name: 'T-101' } }],
  ['once, where its properties name it', { Item: { Name: 'T-101', GlobalId: '0abc' } }],
])('shows the GUID %s', async (_which, metadata) => {
  const item = { id: 1, parentId: null, name: 'Tank T-101', path: 'Tank T-101', externalTags: [], position: null };
  answerCalls({ 'cad.item': () => ({ item, guid: '0abc', metadata }) });
  showInPage(<ItemDetails siteId={7} itemId={1} />);
  expect(await screen.findAllByText('0abc')).toHaveLength(1);
});

it.each([
  [{ closed: 1, open: 0, volumeM3: 75.2 }, ['75.20', null]],
  [{ closed: 0, open: 1, volumeM3: 0 }, [CAD_MESSAGES['cad.notClosed'], null]],
  [{ closed: 2, open: 1, volumeM3: 75.2 }, ['of the 2 objects that are closed', /^1 object is not closed/]],
])('measures surface and volume on request, and says what is not closed: %o', async (counts, [volume, note]) => {
  const item = { id: 1, parentId: null, name: 'Tank T-101', path: 'Tank T-101', externalTags: [], position: null };
  const calls = answerCalls({
    'cad.item': () => ({ item, guid: null, metadata: {} }),
    'cad.measure': () => ({ objects: 1, triangles: 12, areaM2: 120.5, ...counts }),
  });
  const { user } = showInPage(<ItemDetails siteId={7} itemId={1} />, ['TOOLS:MEASURE']);
  await user.click(await screen.findByRole('button', { name: CAD_MESSAGES['cad.measure'] }));
  expect((await screen.findByText(CAD_MESSAGES['cad.surface'])).parentElement!.textContent).toContain('120.5');
  expect(screen.getByText(CAD_MESSAGES['cad.volume']).parentElement!.textContent).toContain(volume!);
  expect(screen.queryByText(/not closed, and has/) !== null).toBe(note !== null);
  expect(calls.find(({ name }) => name === 'cad.measure')!.input).toEqual({ siteId: 7, itemIds: [1] });
});
