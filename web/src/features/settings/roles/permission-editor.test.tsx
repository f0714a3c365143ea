import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { TooltipLayer } from '../../../ui/tooltip/tooltip-layer.tsx';
import { PermissionEditor } from './permission-editor.tsx';

const INPUT = { displayName: 'Surveyors', description: '', explicitPermissions: {} } as never;

function Editor() {
  const [draft, setDraft] = useState<ExplicitPermissions>({});
  return <PermissionEditor saved={{}} draft={draft} onChange={setDraft} input={INPUT} />;
}

beforeEach(() => {
  answerCalls({
    'permissions.default': () => ({ permissions: PERMISSION_TOKENS }),
    'sites.all': () => ({ sites: [{ id: 3, name: 'Ridgeway', slug: 'ridgeway' }] }),
    'models.all': () => ({ models: [] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
    'roles.preview': () => ({ changes: [], userCount: 0, teamCount: 0 }),
  });
});

async function open() {
  const { user } = showInPage([<Editor key="editor" />, <TooltipLayer key="tooltip" />]);
  await screen.findByRole('radiogroup', { name: 'View project layers, Ridgeway' });
  return user;
}

const cell = (scope: string) => within(screen.getByRole('radiogroup', { name: `View project layers, ${scope}` }));
const inherit = () => cell('Ridgeway').getByRole('radio', { name: 'Inherit' });
const described = (element: Element) => document.getElementById(element.getAttribute('aria-describedby')!)?.textContent;

const LONG = 'Ridgeway Gas Plant, compression and dehydration, second train, south side of the pipe rack';

it('the columns have the full names of their sites, and sites of the same name have their slugs too', async () => {
  answerCalls({
    'permissions.default': () => ({ permissions: PERMISSION_TOKENS }),
    'sites.all': () => ({
      sites: [
        { id: 41, name: LONG, slug: 'ridgeway' },
        { id: 42, name: 'Harbour', slug: 'harbour-north' },
        { id: 43, name: 'Harbour', slug: 'harbour-south' },
      ],
    }),
    'models.all': () => ({ models: [] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
    'roles.preview': () => ({ changes: [], userCount: 0, teamCount: 0 }),
  });
  const { user } = showInPage(<Editor />);
  const heads = await screen.findAllByRole('button', { name: /^Set all of / });
  const names = [LONG, 'Harbour (harbour-north)', 'Harbour (harbour-south)'];
  expect(heads.map((head) => head.getAttribute('aria-label'))).toEqual(names.map((name) => `Set all of ${name}`));
  for (const name of names) {
    // Two lines of it are shown; the rest is in the tooltip.
    expect(screen.getByRole('columnheader', { name: new RegExp(`^${name.replaceAll(/[()]/g, '.')}`) })).toBeTruthy();
    expect(screen.getByTitle(name).textContent).toBe(name);
  }
  expect(document.body.textContent).not.toMatch(/\b4[123]\b/);
  await user.click(cell('Harbour (harbour-south)').getByRole('radio', { name: 'Allow' }));
  expect(await screen.findByRole('button', { name: /^Undo .*, Harbour \(harbour-south\)$/ })).toBeTruthy();
});

describe('the permissions of a role', () => {
  it('show the effect of Inherit at a site, which follows the Global value', async () => {
    const user = await open();
    expect(described(inherit())).toMatch(/this role says nothing here/);
    await user.click(screen.getByRole('radio', { name: 'Global' }));
    await user.click(cell('Global').getByRole('radio', { name: 'Deny' }));
    await user.click(screen.getByRole('radio', { name: 'Site Specific' }));
    expect(described(inherit())).toMatch(/^Inherit: Deny, from this role’s Global answer/);
    await user.hover(inherit().closest('label')!);
    const tooltip = screen.getByRole('tooltip', { hidden: true });
    await waitFor(() => expect(tooltip.textContent).toMatch(/^Inherit: Deny, from this role’s Global answer/));
  });

  it('are searched by every word of name, token and category', async () => {
    const user = await open();
    const search = screen.getByRole('searchbox', { name: /permissions/i });
    await user.type(search, 'project layers');
    await waitFor(() => expect(screen.getAllByRole('radiogroup', { name: /, Ridgeway$/ })).toHaveLength(1));
    await user.clear(search);
    await user.type(search, 'nothing of this kind');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(inherit()).toBeTruthy();
  });

  it('list the changes of a save, each with a button that reverts it', async () => {
    const user = await open();
    await user.click(cell('Ridgeway').getByRole('radio', { name: 'Allow' }));
    await user.click(await screen.findByRole('button', { name: /^Undo .*, Ridgeway$/ }));
    expect(inherit()).toHaveProperty('checked', true);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});
