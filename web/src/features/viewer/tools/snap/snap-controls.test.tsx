import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { SnapControls } from './snap-controls.tsx';

afterEach(() => setPreference('snapsOff', []));

it('switches kinds off one by one, and all at once without losing that choice', async () => {
  render(<SnapControls />);
  fireEvent.click(screen.getByRole('button', { name: 'Snap' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Corner' }));
  expect(preferences.snapsOff).toEqual(['vertex']);
  fireEvent.click(screen.getByRole('switch', { name: 'Snap to' }));
  expect(preferences.snapsOff).toEqual(['vertex', 'all']);
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Edge' })).toHaveProperty('disabled', true));
  fireEvent.click(screen.getByRole('switch', { name: 'Snap to' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Corner' })).toHaveProperty('disabled', false));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Corner' }));
  expect(preferences.snapsOff).toEqual([]);
});
