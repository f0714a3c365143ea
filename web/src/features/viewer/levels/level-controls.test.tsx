import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Stage } from '@overlook/engine';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Model, Site, SiteLevel } from '@overlook/shared/schemas';
import { queryClient } from '../../../api/queries.ts';
import { command } from '../../../state/commands.ts';
import { levels, openPlan, resetLevels } from '../../../state/levels.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { LevelControls } from './level-controls.tsx';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const FLOORS: SiteLevel[] = [
  { name: 'Deck', fromM: 34, toM: 37.5 },
  { name: 'Ground', fromM: 30, toM: 34 },
];

beforeEach(() => {
  queryClient.clear();
  resetLevels();
});

function show(stored: SiteLevel[], tokens: PermissionToken[] = [], answers: Parameters<typeof answerCalls>[0] = {}) {
  const calls = answerCalls({
    ...answers,
    'managedSites.update': () => ({ status: 'success', site: {} }),
  });
  const data = {
    avatar: null,
    minimapMaxNativeZoom: null,
    levels: stored,
    meta: { homeBookmark: null, origin: ORIGIN },
  };
  const site = { id: 7, slug: 'depot', data } as Site;
  openPlan(null);
  const { user } = showInPage(
    <LevelControls
      stage={{} as Stage}
      shown={{ site, models: [{ modeltypeId: 4 } as Model] }}
      isActive
      isPhone={false}
      isOpening={false}
      isSwiping={false}
    />,
    tokens,
  );
  const saved = () => calls.filter(({ name }) => name === 'managedSites.update').map(({ input }) => input);
  const field = (name: RegExp) => screen.getByRole('spinbutton', { name });
  return { user, saved, field };
}

const openList = async (user: ReturnType<typeof show>['user']) => {
  await user.click(screen.getByRole('button', { name: /^Levels, / }));
  return screen.findByRole('list', { name: 'Levels' });
};

it('a level of the list is shown, with the next lower one dim, and steps go up and down', async () => {
  const { user, field } = show(FLOORS);
  const list = await openList(user);
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All heights', 'Deck4.00\u202Fm to 7.50\u202Fm', 'Ground0.00\u202Fm to 4.00\u202Fm']);
  await user.click(within(list).getByRole('button', { name: /^Deck/ }));
  await waitFor(() => expect(levels.shown).toEqual({ fromM: 0, toM: 7.5 }));
  expect(levels.lit).toEqual({ fromM: 4, toM: 7.5 });
  await user.keyboard('{Escape}');
  expect(field(/^From/).getAttribute('aria-valuenow')).toBe('4');
  await user.click(screen.getByRole('button', { name: 'Level below' }));
  expect(screen.getByRole('button', { name: 'Levels, Ground' })).toBeTruthy();
  await waitFor(() => expect(levels.lit).toBeNull());
  expect(screen.getByRole('button', { name: 'Level below' })).toHaveProperty('disabled', true);
  act(() => command('stepLevel', 1));
  expect(levels.slice).toMatchObject({ fromM: 4, toM: 7.5 });
});

it('heights that are typed make a slice, and the upper one stays above the lower', async () => {
  const { user, field } = show([]);
  await user.clear(field(/^To/));
  await user.type(field(/^To/), '2.5{Enter}');
  expect(levels.slice).toEqual({ fromM: -0.5, toM: 2.5 });
  await user.clear(field(/^From/));
  await user.type(field(/^From/), '9{Enter}');
  expect(levels.slice).toEqual({ fromM: 2.45, toM: 2.5 });
  await user.click(field(/^From/));
  await user.keyboard('{ArrowDown}');
  expect(levels.slice!.fromM).toBeCloseTo(2.4, 6);
});

it('storeys of the Project Layer are in the list, after a failed reading by Retry', async () => {
  const floorEcef = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [1, 2, 3.5]);
  const storey = { id: 4, parentId: 3, name: 'Upper', building: 'Hall', floorEcef };
  let isBroken = true;
  const { user } = show(FLOORS.slice(0, 1), ['VIEW:CAD'], {
    'cad.storeys': () => {
      if (isBroken) throw new Refusal(500, 'Broken');
      return { storeys: [storey] };
    },
  });
  const list = await openList(user);
  expect(await screen.findByText('The storeys of the Project Layer could not be read')).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const row = await within(list).findByRole('button', { name: /^Upper/ });
  expect(row.textContent).toBe('Upper3.50\u202Fm to 6.50\u202Fm, from the Project Layer');
  await user.click(row);
  expect(levels.slice).toEqual({ fromM: 3.5, toM: 6.5 });
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

it('who views the site only is told that there are no levels', async () => {
  const { user } = show([]);
  await openList(user);
  expect(screen.getByText('No levels yet')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('who manages the site names a slice for all, and removes levels', async () => {
  const { user, saved, field } = show(FLOORS, ['SITES:MANAGE']);
  await user.clear(field(/^To/));
  await user.type(field(/^To/), '3{Enter}');
  await openList(user);
  const name = screen.getByRole('textbox', { name: 'Name of this level' });
  await user.type(name, 'Deck');
  expect(screen.getByText('Another level has this name')).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'Pit{Enter}');
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).toEqual({
    siteId: 7,
    levels: [FLOORS[1], FLOORS[0], { name: 'Pit', fromM: 30, toM: 33 }],
  });
  await user.click(screen.getByRole('button', { name: 'Remove Deck' }));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual({ siteId: 7, levels: [FLOORS[1]] });
});
