import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { DefaultPermission, ExplicitPermissions } from '@overlook/shared/schemas';
import { showInPage } from '../../../testing/in-page.tsx';
import { withValue } from './permission-entries.ts';
import { PermissionGrid } from './permission-grid.tsx';

const PERMISSIONS: DefaultPermission[] = [
  { token: 'VIEW:CAD', displayName: 'Project Layer', category: 'Visualisation', siteSpecific: true },
  { token: 'VIEW:TEXTURED', displayName: 'Textured', category: 'Visualisation', siteSpecific: true },
  { token: 'TOOLS:MEASURE', displayName: 'Measure', category: 'Tools', siteSpecific: true },
] as unknown as DefaultPermission[];
const SITES = [
  { id: 3, name: 'Ridgeway' },
  { id: 4, name: 'Harbour' },
];
const SAVED: ExplicitPermissions = { 3: { 'VIEW:CAD': false } };

function show() {
  const onExplain = vi.fn();
  let draft = SAVED;
  function Grid() {
    const [shown, setShown] = useState(SAVED);
    draft = shown;
    return (
      <PermissionGrid
        permissions={PERMISSIONS}
        scopes={SITES}
        saved={SAVED}
        draft={shown}
        onSet={(cells, value) => setShown(withValue(shown, cells, value))}
        onExplain={onExplain}
      />
    );
  }
  const { user } = showInPage(<Grid />);
  return { user, onExplain, draft: () => draft };
}

const cell = (name: string) => within(screen.getByRole('radiogroup', { name }));
const chosen = (name: string) => cell(name).getByRole('radio', { checked: true });

describe('the grid of permissions', () => {
  it('shows the entry of the role in each cell', () => {
    show();
    expect(chosen('Project Layer, Ridgeway')).toBe(
      cell('Project Layer, Ridgeway').getByRole('radio', { name: 'Deny' }),
    );
    expect(chosen('Project Layer, Harbour')).toBe(
      cell('Project Layer, Harbour').getByRole('radio', { name: 'Inherit' }),
    );
  });

  it('changes one cell by a click, and marks differences from the saved role', async () => {
    const { user, draft } = show();
    await user.click(cell('Measure, Harbour').getByRole('radio', { name: 'Allow' }));
    expect(draft()).toEqual({ ...SAVED, 4: { 'TOOLS:MEASURE': true } });
    expect(screen.getByRole('radiogroup', { name: 'Measure, Harbour' }).dataset['changed']).toBe('true');
    expect(screen.getByRole('radiogroup', { name: 'Measure, Ridgeway' }).dataset['changed']).toBe('false');
  });

  it('moves up and down past the heads of categories without a change', async () => {
    const { user, draft } = show();
    await user.click(chosen('Textured, Harbour'));
    await user.keyboard('{ArrowDown}');
    expect(chosen('Measure, Harbour')).toBe(document.activeElement);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen('Project Layer, Harbour')).toBe(document.activeElement);
    await user.keyboard('{ArrowUp}');
    expect(chosen('Project Layer, Harbour')).toBe(document.activeElement);
    expect(draft()).toEqual(SAVED);
  });

  it('has one row as a stop of Tab: the one that was used last', async () => {
    const { user } = show();
    const stops = () =>
      screen
        .getAllByRole('row')
        .filter((row) =>
          within(row)
            .queryAllByRole('radio')
            .some((radio) => (radio as HTMLInputElement).tabIndex === 0),
        )
        .map((row) => within(row).getByRole('rowheader').textContent);
    expect(stops()).toEqual([expect.stringContaining('VIEW:CAD')]);
    await user.click(chosen('Measure, Ridgeway'));
    expect(stops()).toEqual([expect.stringContaining('TOOLS:MEASURE')]);
  });

  it('sets a whole column by the menu of its head', async () => {
    const { user, draft } = show();
    await user.click(screen.getByRole('button', { name: 'Set all of Ridgeway' }));
    await user.click(screen.getByRole('menuitem', { name: 'Allow all' }));
    expect(draft()).toEqual({ 3: { 'VIEW:CAD': true, 'VIEW:TEXTURED': true, 'TOOLS:MEASURE': true } });
  });

  it('folds a category and opens it again', async () => {
    const { user } = show();
    const head = screen.getByRole('button', { name: /^Tools/ });
    await user.click(head);
    expect(head.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('radiogroup', { name: 'Measure, Ridgeway' })).toBeNull();
    await user.click(head);
    expect(chosen('Measure, Ridgeway')).toBeTruthy();
  });
});
