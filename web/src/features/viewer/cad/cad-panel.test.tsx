import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { CAD_MESSAGES, AUTH_MESSAGES } from '@overlook/shared/messages';
import { answerCalls, loseServer, showInPage } from '../../../testing/in-page.tsx';
import { CadPanel } from './cad-panel.tsx';

it('a tree that could not be loaded reports that the server cannot be reached, and is shown after a retry', async () => {
  loseServer();
  const { user } = showInPage(<CadPanel siteId={7} panel={createRef()} onClose={() => undefined} />);
  const failed = await screen.findByRole('alert');
  expect(failed.textContent).toContain(CAD_MESSAGES['cad.treeFailed']);
  expect(failed.textContent).toContain(AUTH_MESSAGES['auth.unreachable']);
  answerCalls({ 'cad.root': () => ({ items: [], total: 0 }) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(CAD_MESSAGES['cad.empty'])).toBeTruthy();
});
