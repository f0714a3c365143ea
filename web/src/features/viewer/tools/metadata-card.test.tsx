import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CAD_MESSAGES, AUTH_MESSAGES } from '@overlook/shared/messages';
import { setPreference } from '../../../state/preferences.ts';
import { loseServer, showInPage } from '../../../testing/in-page.tsx';
import { MetadataCard } from './metadata-card.tsx';
import { notePicked } from '../../../state/session-tools.ts';

it('an object that could not be loaded shows that the server cannot be reached', async () => {
  setPreference('selectedSiteId', 1);
  notePicked({ modeltypeId: 4, featureId: 1234 });
  loseServer();
  showInPage(<MetadataCard isOpen onOpenChange={() => undefined} onClose={null} />, ['VIEW:CAD']);
  const failed = await screen.findByRole('alert');
  expect(failed.textContent).toContain(CAD_MESSAGES['cad.fetchFailed']);
  expect(failed.textContent).toContain(AUTH_MESSAGES['auth.unreachable']);
});
