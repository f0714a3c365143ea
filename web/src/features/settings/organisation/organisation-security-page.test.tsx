import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { WAIT } from '@overlook/engine/testing/wait';
import { OrganisationSecurityPage } from './organisation-security-page.tsx';

const PEOPLE = { active: 105, withoutSecondFactor: 38, withSingleSignOn: 60, withoutPassword: 7 };
const OFF = { enable2FA: false, enableSSO: false, createUsersBySSO: false };

async function show(ssoConfigured: boolean, security = OFF) {
  const calls = answerCalls({
    'instance.info': () => ({ ssoAvailable: false, ssoConfigured }),
    'organisation.security': () => ({ security, people: PEOPLE }),
    'organisation.setSecurity': () => ({ status: 'success', security: { ...OFF, enableSSO: true } }),
  });
  const { user } = showInPage(<OrganisationSecurityPage />, ['USERS:UPDATE']);
  const asked = () => calls.filter(({ name }) => name === 'organisation.setSecurity').map(({ input }) => input);
  await screen.findByRole('switch', { name: 'Single Sign On' }, WAIT);
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('instance.info'), WAIT);
  return { user, asked };
}

it('switches Single Sign On on again that the organisation has switched off', async () => {
  const { user, asked } = await show(true);
  await user.click(screen.getByRole('switch', { name: 'Single Sign On' }));
  await user.click(await screen.findByRole('button', { name: 'Switch on' }, WAIT));
  await waitFor(() => expect(asked()).toEqual([{ ...OFF, enableSSO: true }]), WAIT);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('says that the instance has none where the operator has set up none', async () => {
  const { user, asked } = await show(false);
  await user.click(screen.getByRole('switch', { name: 'Single Sign On' }));
  expect(screen.getByRole('alertdialog', { name: 'Single Sign On not available' })).toBeTruthy();
  expect(asked()).toEqual([]);
});

it.each([
  ['Two-factor authentication', OFF, /all 105 people.*without a second factor \(38\) must set one up/],
  ['Single Sign On', { ...OFF, enableSSO: true }, /^60 of 105 people have signed in by it.*without a password \(7\)/],
])('says whom a change of %s touches before it is made', async (name, security, said) => {
  const { user, asked } = await show(true, security);
  await user.click(screen.getByRole('switch', { name }));
  const dialog = await screen.findByRole('alertdialog', {}, WAIT);
  expect(within(dialog).getByText(said)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked()).toEqual([]);
});
