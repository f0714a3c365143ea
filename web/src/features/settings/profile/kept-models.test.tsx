import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PageMessage } from '../../../service-worker/messages.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { showInPage } from '../../../testing/in-page.tsx';
import { KeptModels } from './kept-models.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  setPreference('keepsModels', true);
});

/** A service worker that keeps this many bytes. Returns the received messages. */
function serviceWorkerWith(bytes: number): PageMessage[] {
  const told: PageMessage[] = [];
  let kept = bytes;
  const controller = {
    postMessage(message: PageMessage, [port]: [MessagePort]) {
      told.push(message);
      if (message.type !== 'size') kept = 0;
      port.postMessage({ bytes: kept });
    },
  };
  vi.stubGlobal('caches', {});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller } });
  return told;
}

it('says how much is kept, and empties it', async () => {
  const told = serviceWorkerWith(12_300_000);
  const { user } = showInPage(<KeptModels />);
  expect(await screen.findByText('12.3 MB kept')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Empty now' }));
  expect(await screen.findByText('Nothing kept')).toBeDefined();
  expect(told).toContainEqual({ type: 'forget' });
});

it('can be switched off, which deletes the kept models', async () => {
  const told = serviceWorkerWith(12_300_000);
  const { user } = showInPage(<KeptModels />);
  const choice = within(screen.getByRole('radiogroup', { name: 'Keep models on this device' }));
  await user.click(choice.getByText('Off'));
  expect(await screen.findByText('Nothing kept')).toBeDefined();
  expect(told).toContainEqual({ type: 'keep', isOn: false });
  expect(preferences.keepsModels).toBe(false);
});

it('shows when the browser keeps nothing', () => {
  showInPage(<KeptModels />);
  expect(screen.getByText(/This browser keeps nothing here/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Empty now' })).toBeNull();
});
