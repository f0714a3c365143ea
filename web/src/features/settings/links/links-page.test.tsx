import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SHARE_MESSAGES, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { ViewGrant } from '@overlook/shared/schemas';
import { toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { LinksPage } from './links-page.tsx';
import { aViewGrant } from './testing/a-view-grant.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const ADMINISTRATOR: readonly PermissionToken[] = ['USERS:VIEW', 'USERS:CREATE', 'USERS:UPDATE'];

const BRIEFING = aViewGrant({ name: 'Shutdown briefing', endsAt: inDays(30), lastOpenedAt: inDays(0), openings: 1141 });
const INSURER = aViewGrant({ name: 'Insurer', endsAt: inDays(5) });
const VISIT = aViewGrant({ name: 'Supplier visit', endsAt: inDays(-8) });
const OLD = aViewGrant({ name: 'Old page', revokedAt: inDays(-20) });

const answer = (grants: readonly ViewGrant[], more: Parameters<typeof answerCalls>[0] = {}) =>
  answerCalls({
    'viewGrants.all': () => ({ grants }),
    'sites.all': () => ({ sites: [{ id: 3, name: 'Ridgeway Gas Plant' }] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
    'models.all': () => ({ models: [] }),
    ...more,
  });
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));

// happy-dom has no layout: without a width, the columns of a phone would be shown.
beforeEach(() => void vi.stubGlobal('innerWidth', 1440));

describe('links and embeds', () => {
  it('offers the actions on each', async () => {
    answer([BRIEFING, INSURER, VISIT, OLD]);
    showInPage(<LinksPage />, ADMINISTRATOR);
    expect((await rowOf('Shutdown briefing')).getByRole('button', { name: 'Revoke' })).toBeTruthy();
    expect((await rowOf('Insurer')).getByLabelText('Ends soon')).toBeTruthy();
    expect((await rowOf('Supplier visit')).getByRole('button', { name: 'Renew Supplier visit' })).toBeTruthy();
    expect((await rowOf('Old page')).queryByRole('button')).toBeNull();
    expect((await rowOf('Old page')).getByText(/^Revoked /)).toBeTruthy();
  });

  it('asks before it revokes, with the number of openings and the focus on Cancel', async () => {
    const calls = answer([BRIEFING], { 'viewGrants.revoke': () => ({ grant: { ...BRIEFING, revokedAt: inDays(0) } }) });
    const { user } = showInPage(<LinksPage />, ADMINISTRATOR);
    await user.click((await rowOf('Shutdown briefing')).getByRole('button', { name: 'Revoke' }));
    const question = within(await screen.findByRole('dialog', { name: 'Revoke “Shutdown briefing”?' }));
    expect(question.getByText(/^1,141 openings, the last just now\./)).toBeTruthy();
    await waitFor(() => expect(question.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(({ name }) => name)).not.toContain('viewGrants.revoke');
    await user.click((await rowOf('Shutdown briefing')).getByRole('button', { name: 'Revoke' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ name }) => name === 'viewGrants.revoke')?.input).toEqual({ id: BRIEFING.id });
  });

  it('shows why it could not be revoked, and keeps the question', async () => {
    answer([INSURER], {
      'viewGrants.revoke': () => {
        throw new Refusal(503, 'The disk is full.');
      },
    });
    const { user } = showInPage(<LinksPage />, ADMINISTRATOR);
    await user.click((await rowOf('Insurer')).getByRole('button', { name: 'Revoke' }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await question.findByText('The disk is full.')).toBeTruthy();
  });

  it('renews expired ones', async () => {
    const calls = answer([VISIT], { 'viewGrants.renew': () => ({ grant: { ...VISIT, endsAt: inDays(30) } }) });
    const { user } = showInPage(<LinksPage />, ADMINISTRATOR);
    await user.click((await rowOf('Supplier visit')).getByRole('button', { name: 'Renew Supplier visit' }));
    await waitFor(() => expect(toasts.shown.map(({ text }) => text)).toContain(VIEW_GRANTS_MESSAGES['grant.renewed']));
    expect(calls.find(({ name }) => name === 'viewGrants.renew')?.input).toEqual({ id: VISIT.id });
  });

  it('offers no actions on links of others without the right to edit users, with the reason', async () => {
    answer([{ ...BRIEFING, isOwn: false }]);
    showInPage(<LinksPage />, ['USERS:VIEW']);
    const revoke = (await rowOf('Shutdown briefing')).getByRole('button', { name: 'Revoke' });
    expect(revoke.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(SHARE_MESSAGES['share.othersClosed'])).toBeTruthy();
  });

  it('is searched from eight on, and narrowed by kind', async () => {
    answer(Array.from({ length: 7 }, (_, i) => aViewGrant({ name: `Link ${i}` })));
    showInPage(<LinksPage />, ADMINISTRATOR).show(<LinksPage key="seven" />);
    await screen.findByText('Link 6');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('finds among eight, and offers to clear what finds nothing', async () => {
    const eight = Array.from({ length: 8 }, (_, i) => aViewGrant({ name: `Link ${i}` }));
    answer([...eight, aViewGrant({ name: 'Wall', kind: 'embed', origins: ['https://wall.example'] })]);
    const { user } = showInPage(<LinksPage />, ADMINISTRATOR);
    await user.click(await screen.findByRole('radio', { name: 'Embeds 1' }));
    expect(screen.queryByText('Link 3')).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'nowhere');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Link 3')).toBeTruthy();
  });

  it('explains its purpose while there are none', async () => {
    answer([]);
    showInPage(<LinksPage />, ADMINISTRATOR);
    expect(await screen.findByText(SHARE_MESSAGES['share.listEmpty'])).toBeTruthy();
  });

  it('says that they could not be fetched, and fetches them again', async () => {
    let isDown = true;
    answer([], {
      'viewGrants.all': () => {
        if (isDown) throw new Refusal(500, 'No.');
        return { grants: [BRIEFING] };
      },
    });
    const { user } = showInPage(<LinksPage />, ADMINISTRATOR);
    expect(await screen.findByText(VIEW_GRANTS_MESSAGES['grants.fetchFailed'])).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Shutdown briefing')).toBeTruthy();
  });
});
