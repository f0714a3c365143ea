import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { DirectoryEntry } from '../../../../api/directory.ts';
import { answerCalls, showInPage } from '../../../../testing/in-page.tsx';
import { MemberPicker } from './member-picker.tsx';

const ROLES = ['Surveyors', 'Site owners', 'Guests'].map((displayName, index) => ({
  id: index + 1,
  displayName,
  description: '',
}));
const GUESTS: DirectoryEntry = { id: 3, name: 'Guests', hint: '' };

function show(first: readonly DirectoryEntry[] = [], maySee = true) {
  let chosen = first;
  function Held() {
    const [now, setNow] = useState(first);
    chosen = now;
    return <MemberPicker kind="role" chosen={now} onChange={setNow} maySee={maySee} />;
  }
  const calls = answerCalls({
    'roles.page': ({ search }: { search: string }) => ({
      roles: ROLES.filter(({ displayName }) => displayName.toLowerCase().includes(search.toLowerCase())),
      total: ROLES.length,
    }),
  });
  let leaves = 0;
  const { user } = showInPage(
    <div
      role="presentation"
      onKeyDown={({ key, defaultPrevented }) => void (leaves += Number(key === 'Escape' && !defaultPrevented))}
    >
      <Held />
    </div>,
  );
  return { user, calls, chosen: () => chosen.map(({ name }) => name), leaves: () => leaves };
}

const field = () => screen.getByRole('combobox', { name: 'Add to roles' });

describe('a picker of roles', () => {
  it('finds by typing, and adds what Enter chooses', async () => {
    const { user, chosen } = show();
    await user.type(field(), 'sur');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Surveyors']),
    );
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toEqual(['Surveyors']);
    expect(within(screen.getByRole('list')).getByText('Surveyors')).toBeTruthy();
    // The field is ready for the next one.
    expect(field()).toHaveProperty('value', '');
    await waitFor(() => expect(field()).toBe(document.activeElement));
  });

  it('closes its list at Escape, and only the next one leaves the page', async () => {
    const { user, leaves } = show();
    await user.type(field(), 'sur');
    await screen.findByRole('option', { name: 'Surveyors' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(leaves()).toBe(0);
    await user.keyboard('{Escape}');
    expect(leaves()).toBe(1);
  });

  it('does not offer members that are chosen already', async () => {
    const { user } = show([GUESTS]);
    await user.type(field(), 's');
    await screen.findByRole('option', { name: 'Surveyors' });
    expect(screen.queryByRole('option', { name: 'Guests' })).toBeNull();
  });

  it('removes one by its button', async () => {
    const { user, chosen } = show([GUESTS]);
    await user.click(screen.getByRole('button', { name: 'Remove Guests' }));
    expect(chosen()).toEqual([]);
  });

  it('only shows them to a user who may not see the list', () => {
    const { calls } = show([GUESTS], false);
    expect(screen.getByText('Guests')).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toEqual([]);
  });
});
