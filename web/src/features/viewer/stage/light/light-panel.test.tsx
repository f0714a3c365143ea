import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { lightChoices } from '../../../../state/light-choices.ts';
import { setPreference } from '../../../../state/preferences.ts';
import { showInPage } from '../../../../testing/in-page.tsx';
import { LightPanel } from './light-panel.tsx';

afterEach(() => setPreference('light', {}));

it('the sun is the standard one until a date and an hour are chosen, and then has both', async () => {
  const { user } = showInPage(<LightPanel />);
  expect(screen.queryByRole('slider')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'By date and hour' }));
  const slider = screen.getByRole('slider', { name: 'Solar time, 15:00' });
  expect(lightChoices().sunTime).toEqual({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), minutes: 900 });
  slider.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(lightChoices().sunTime!.minutes).toBe(910);
  const date = screen.getByLabelText('Date');
  await user.clear(date);
  await user.type(date, '2026-03-20');
  expect(lightChoices().sunTime).toEqual({ day: '2026-03-20', minutes: 910 });
  await user.click(screen.getByRole('radio', { name: 'Standard' }));
  expect(lightChoices().sunTime).toBeNull();
});

it('shadows and soft shade follow the device until they are switched', async () => {
  const { user } = showInPage(<LightPanel />);
  for (const [name, key] of [
    ['Sun shadows', 'sunShadows'],
    ['Soft shade in corners', 'ambientOcclusion'],
  ] as const) {
    expect(lightChoices()[key]).toBe('auto');
    const group = screen.getByRole('radiogroup', { name });
    await user.click(group.querySelectorAll('input')[1]!);
    expect(lightChoices()[key]).toBe('on');
  }
  expect(screen.getByText('Models with light in their colours do not change.')).toBeTruthy();
});
