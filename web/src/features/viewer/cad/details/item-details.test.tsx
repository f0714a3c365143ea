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
