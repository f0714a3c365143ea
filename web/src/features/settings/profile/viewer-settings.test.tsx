import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { ViewerSettings } from './viewer-settings.tsx';

afterEach(() => {
  setPreference('edges', 'off');
  setPreference('units', 'metric');
  setPreference('angleUnits', 'degrees');
});

it('switches edges, which are off at first, and keeps the choice', async () => {
  answerCalls({ 'instance.info': () => ({ basemapStyleUrl: null }) });
  const { user } = showInPage(<ViewerSettings />);
  const edges = within(screen.getByRole('radiogroup', { name: 'Edges' }));
  const isOn = () => edges.getByRole<HTMLInputElement>('radio', { name: 'On' }).checked;
  expect(isOn()).toBe(false);
  await user.click(edges.getByText('On'));
  expect(isOn()).toBe(true);
  expect(preferences.edges).toBe('on');
  expect(localStorage.getItem('overlook.edges')).toBe('"on"');
  await user.click(edges.getByText('Drawing'));
  expect(preferences.edges).toBe('drawing');
  await user.click(edges.getByText('Off'));
  expect(preferences.edges).toBe('off');
});

it('offers the units of lengths and of angles', async () => {
  answerCalls({ 'instance.info': () => ({ basemapStyleUrl: null }) });
  const { user } = showInPage(<ViewerSettings />);
  await user.click(within(screen.getByRole('radiogroup', { name: 'Units' })).getByText('Feet, inches'));
  await user.click(within(screen.getByRole('radiogroup', { name: 'Units of angles' })).getByText('Gradians'));
  expect(preferences).toMatchObject({ units: 'feetInches', angleUnits: 'gradians' });
});
