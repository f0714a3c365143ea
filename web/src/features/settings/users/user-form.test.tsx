import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { leaving } from '../../../state/leaving.ts';
import { toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { aUser } from './testing/a-user.ts';
import { UserForm } from './user-form.tsx';

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const submit = (verb: string) => screen.getByRole('button', { name: verb });

async function fillIn(user: ReturnType<typeof showInPage>['user']): Promise<void> {
  await user.type(field('First name'), 'Ana');
  await user.type(field('Last name'), 'Ruiz');
  await user.type(field('E-mail'), 'ana@overlook.example');
  await user.type(field('Password'), 'dieci-anni');
  await user.type(field('Confirm password'), 'dieci-anni');
}

describe('the form of a new user', () => {
  it('names each field that is missing, moves the focus to the first and sends nothing', async () => {
    const calls = answerCalls({});
    const { user } = showInPage(<UserForm user={null} />);
    await user.click(submit('Create user'));
    expect(field('First name')).toBe(document.activeElement);
    for (const [label, text] of [
      ['First name', ADMIN_MESSAGES['user.firstNameRequired']],
      ['Last name', ADMIN_MESSAGES['user.lastNameRequired']],
      ['E-mail', ADMIN_MESSAGES['user.emailRequired']],
      ['Password', ADMIN_MESSAGES['user.passwordRequired']],
    ] as const) {
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
      const described = document.getElementById(field(label).getAttribute('aria-describedby')!);
      expect(described?.textContent).toBe(text);
    }
    expect(calls).toEqual([]);
  });

  it('shows the error of an e-mail address when the field is left, and removes it while the user types', async () => {
    const { user } = showInPage(<UserForm user={null} />);
    await user.type(field('E-mail'), 'ana@');
    expect(screen.queryByText(ADMIN_MESSAGES['user.emailInvalid'])).toBeNull();
    await user.tab();
    expect(screen.getByText(ADMIN_MESSAGES['user.emailInvalid'])).toBeTruthy();
    await user.type(field('E-mail'), 'o');
    expect(screen.queryByText(ADMIN_MESSAGES['user.emailInvalid'])).toBeNull();
  });

  it('does not complain about an empty field that is only passed', async () => {
    const { user } = showInPage(<UserForm user={null} />);
    await user.click(field('First name'));
    await user.tab();
    expect(screen.queryByText(ADMIN_MESSAGES['user.firstNameRequired'])).toBeNull();
  });

  it('sends the typed values, reports that and returns to the list', async () => {
    const calls = answerCalls({ 'users.create': () => ({ user: aUser() }) });
    window.history.replaceState(null, '', '/settings/security/users/new');
    const { user } = showInPage(<UserForm user={null} />);
    await fillIn(user);
    await user.click(submit('Create user'));
    await waitFor(() => expect(location.pathname).toBe('/settings/security/users'));
    expect(calls).toEqual([
      {
        name: 'users.create',
        input: {
          firstName: 'Ana',
          lastName: 'Ruiz',
          email: 'ana@overlook.example',
          password: 'dieci-anni',
          passwordConfirmation: 'dieci-anni',
        },
      },
    ]);
    expect(toasts.shown.map(({ text }) => text)).toEqual([ADMIN_MESSAGES['user.saved']]);
  });

  it('invites without a password, and asks for none', async () => {
    const calls = answerCalls({ 'users.create': () => ({ user: aUser() }) });
    const { user } = showInPage(<UserForm user={null} />);
    await fillIn(user);
    await user.click(screen.getByRole('checkbox', { name: ADMIN_MESSAGES['user.isInvited'] }));
    expect(screen.queryByLabelText('Password', { selector: 'input' })).toBeNull();
    await user.click(submit('Create user'));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]!.input).toEqual({
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@overlook.example',
      isInvited: true,
    });
  });

  it('shows refusals of the server at their fields, and keeps the typed values', async () => {
    const taken = ADMIN_MESSAGES['user.emailTaken'];
    const refuse = () => {
      throw new Refusal(400, 'Not valid.', { email: taken });
    };
    answerCalls({ 'users.create': refuse });
    const { user } = showInPage(<UserForm user={null} />);
    await fillIn(user);
    await user.click(submit('Create user'));
    expect(await screen.findByText(taken)).toBeTruthy();
    expect(field('E-mail')).toBe(document.activeElement);
    expect(field('First name')).toHaveProperty('value', 'Ana');
  });
});

describe('the form of a user', () => {
  it('needs no password', async () => {
    const calls = answerCalls({ 'users.update': () => ({ user: aUser() }) });
    const { user } = showInPage(<UserForm user={aUser()} />);
    await user.clear(field('First name'));
    await user.type(field('First name'), 'Anna');
    await user.click(submit('Save user'));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]!.input).toMatchObject({ id: 1, version: 1, firstName: 'Anna', password: '' });
  });

  it('offers to load again what another user has saved meanwhile', async () => {
    const refuse = () => {
      throw new Refusal(409, 'Another person has changed this user.');
    };
    answerCalls({ 'users.update': refuse });
    const onLoadAgain = vi.fn();
    const { user } = showInPage(<UserForm user={aUser()} onLoadAgain={onLoadAgain} />);
    await user.click(submit('Save user'));
    expect((await screen.findByRole('alert')).textContent).toContain('Another person has changed this user.');
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    expect(onLoadAgain).toHaveBeenCalledOnce();
  });

  it('tells at once what another user has saved, and offers to load it again', async () => {
    const onLoadAgain = vi.fn();
    const lastSave = { version: 2, by: 'Ole Haugen', at: new Date().toISOString() };
    const { user, show } = showInPage(<UserForm user={aUser()} lastSave={lastSave} onLoadAgain={onLoadAgain} />);
    const told = screen.getByText(/^Ole Haugen changed this user/);
    expect(told.textContent).toMatch(/user, just now/i);
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    expect(onLoadAgain).toHaveBeenCalledOnce();
    show(<UserForm user={{ ...aUser(), version: 2 }} lastSave={lastSave} onLoadAgain={onLoadAgain} />);
    expect(screen.queryByRole('button', { name: 'Load again' })).toBeNull();
  });

  it('counts as unsaved while a field differs from the loaded value', async () => {
    const { user } = showInPage(<UserForm user={aUser()} />);
    await user.type(field('Last name'), 'x');
    expect(leaving.unsaved).toBe(1);
    await user.type(field('Last name'), '{Backspace}');
    expect(leaving.unsaved).toBe(0);
  });
});
