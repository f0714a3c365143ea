import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { WAIT } from '../../../testing/wait.ts';
import { OrganisationSecurityPage } from './organisation-security-page.tsx';

const OFF = { enable2FA: false, enableSSO: false, createUsersBySSO: false };

async function show(ssoConfigured: boolean) {
  const calls = answerCalls({
    'instance.info': () => ({ ssoAvailable: false, ssoConfigured }),
    'organisation.security': () => ({ security: OFF }),
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
  await waitFor(() => expect(asked()).toEqual([{ ...OFF, enableSSO: true }]), WAIT);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('says that the instance has none where the operator has set up none', async () => {
  const { user, asked } = await show(false);
  await user.click(screen.getByRole('switch', { name: 'Single Sign On' }));
  expect(screen.getByRole('alertdialog', { name: 'Single Sign On not available' })).toBeTruthy();
  expect(asked()).toEqual([]);
});
