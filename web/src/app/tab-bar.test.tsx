import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cad, closeTree } from '../state/cad.ts';
import { help, setHelpOpen } from '../state/help.ts';
import { showInPage } from '../testing/in-page.tsx';
import { TabBar } from './tab-bar.tsx';

const links = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'));

describe('TabBar', () => {
  it('has five places at most, and the others under More', async () => {
    const { user } = showInPage(<TabBar />, [
      'FEATURE:NEARBYSNAPSHOTS',
      'POINTGRAB:CREATE',
      'FEATURE:PRODUCTFEEDBACK',
      'VIEW:CAD',
    ]);
    const bar = screen.getByRole('navigation', { name: 'Main' });
    expect(links(bar)).toEqual(['Sites', 'Tools', 'Places and MOCs', 'Nearby photos']);
    await user.click(within(bar).getByRole('button', { name: 'More' }));
    const more = screen.getByRole('dialog', { name: 'More' });
    expect(links(more)).toEqual(['PointGrab', 'Layers', 'User Guide', 'Settings']);
    expect(within(more).getByRole('button', { name: 'Leave Feedback' })).toBeTruthy();
    await user.click(within(more).getByRole('button', { name: 'Object tree' }));
    expect(cad.isTreeOpen).toBe(true);
    closeTree();
  });

  it('omits entries without permission', async () => {
    const { user } = showInPage(<TabBar />);
    expect(screen.queryByRole('link', { name: 'Nearby photos' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More' }));
    const more = screen.getByRole('dialog', { name: 'More' });
    expect(links(more)).toEqual(['Layers', 'User Guide', 'Settings']);
    for (const name of ['Leave Feedback', 'Object tree'])
      expect(within(more).queryByRole('button', { name })).toBeNull();
  });

  it('closes More with a choice, by pointer and by key', async () => {
    const { user } = showInPage(<TabBar />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('link', { name: 'Layers' }));
    expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'More' }));
    screen.getByRole('button', { name: 'Keys and mouse' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull();
    expect(help.isOpen).toBe(true);
    setHelpOpen(false);
  });
});
