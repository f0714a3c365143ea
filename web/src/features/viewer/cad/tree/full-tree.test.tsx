import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CadItem } from '@overlook/shared/schemas';
import { cad, resetCad } from '../../../../state/cad.ts';
import { onCommand } from '../../../../state/commands.ts';
import { answerCalls, showInPage } from '../../../../testing/in-page.tsx';
import { FullTree } from './full-tree.tsx';
import { branch } from './tree-rows.ts';
import { WAIT } from '@overlook/engine/testing/wait';

const anItem = (id: number, name: string, childCount = 0): Partial<CadItem> => ({
  id,
  name,
  childCount,
  hasChildren: childCount > 0,
  objectCount: childCount,
  tags: [],
  position: null,
});
const PLACE = { center: { x: 1, y: 2, z: 3 }, dimensions: { x: 4, y: 4, z: 4 } } as CadItem['position'];
const ROOTS = [anItem(1, 'Area 100', 2), anItem(2, 'Area 200'), { ...anItem(3, 'Pipe rack'), position: PLACE }];
const IN_AREA = [anItem(11, 'Tank T-101'), anItem(12, 'Tank T-102')];

function Tree() {
  const [tree, setTree] = useState(() => branch(null, ROOTS.length));
  return <FullTree siteId={7} tree={tree} onTree={setTree} selectedIds={new Set(cad.selected.map(({ id }) => id))} />;
}

async function show() {
  const calls = answerCalls({
    'cad.children': ({ itemId }: { itemId?: number }) => ({ items: itemId === 1 ? IN_AREA : ROOTS }),
    'cad.features': ({ itemIds }: { itemIds: number[] }) => ({ ranges: [itemIds[0], itemIds[0]] }),
    'cad.pathTo': () => ({ ancestors: [], item: { index: 0 } }),
  });
  const { user } = showInPage(<Tree />);
  await screen.findByText('Area 100');
  const tree = screen.getByRole('tree', { name: 'Objects' });
  await user.tab();
  expect(tree).toBe(document.activeElement);
  const active = () => document.getElementById(tree.getAttribute('aria-activedescendant')!)!;
  return { user, tree, calls, name: () => within(active()).getByText(/\D/).textContent, active };
}

beforeEach(() => resetCad());
afterEach(() => resetCad());

describe('keys in the object tree', () => {
  it('the arrows move, End and Home go to the last and the first', async () => {
    const { user, active } = await show();
    expect(active().textContent).toContain('Area 100');
    await user.keyboard('{ArrowDown}');
    expect(active().textContent).toContain('Area 200');
    await user.keyboard('{End}');
    expect(active().textContent).toContain('Pipe rack');
    await user.keyboard('{Home}{ArrowUp}');
    expect(active().textContent).toContain('Area 100');
  });

  it('Right opens a branch and goes into it; Left goes out and closes it', async () => {
    const { user, active } = await show();
    await user.keyboard('{ArrowRight}');
    expect(active().getAttribute('aria-expanded')).toBe('true');
    await screen.findByText('Tank T-101');
    await user.keyboard('{ArrowRight}');
    expect(active().textContent).toContain('Tank T-101');
    expect(active().getAttribute('aria-level')).toBe('2');
    await user.keyboard('{ArrowLeft}');
    expect(active().textContent).toContain('Area 100');
    await user.keyboard('{ArrowLeft}');
    expect(active().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('Tank T-101')).toBeNull();
  });

  it('letters lead to the next name that begins with them', async () => {
    const { user, active } = await show();
    await user.keyboard('pi');
    expect(active().textContent).toContain('Pipe rack');
  });

  it('Enter selects one object, with Ctrl one more', async () => {
    const { user } = await show();
    await user.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => cad.selected.map(({ id }) => id), WAIT).toEqual([2]);
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
    await expect.poll(() => cad.selected.map(({ id }) => id), WAIT).toEqual([2, 3]);
  });

  it('Shift+F10 opens the menu of the active object', async () => {
    const { user } = await show();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    expect(screen.getByRole('menu')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('the mouse in the object tree', () => {
  it('a second click keeps what is selected, with Ctrl it is selected no more', async () => {
    const { user } = await show();
    const row = screen.getByText('Area 200');
    await user.click(row);
    await expect.poll(() => cad.selected.map(({ id }) => id), WAIT).toEqual([2]);
    await user.click(row);
    expect(cad.selected.map(({ id }) => id)).toEqual([2]);
    await user.keyboard('{Control>}');
    await user.click(row);
    await user.keyboard('{/Control}');
    await expect.poll(() => cad.selected.length, WAIT).toBe(0);
  });

  it('a double click flies to the object, which remains selected', async () => {
    const { user } = await show();
    const targets: unknown[] = [];
    const end = onCommand('flyTo', ({ pointEcef }) => targets.push(pointEcef));
    await user.dblClick(screen.getByText('Pipe rack'));
    end();
    expect(targets).toEqual([[1, 2, 3]]);
    await expect.poll(() => cad.selected.map(({ id }) => id), WAIT).toEqual([3]);
  });

  it('a double click opens a group that has no place', async () => {
    const { user, active } = await show();
    await user.dblClick(screen.getByText('Area 100'));
    expect(active().getAttribute('aria-expanded')).toBe('true');
  });
});

it('rows have a name while they load', async () => {
  answerCalls({ 'cad.children': () => new Promise(() => {}) });
  showInPage(<Tree />);
  expect(await screen.findAllByRole('treeitem', { name: 'Loading object', busy: true })).toHaveLength(ROOTS.length);
});
