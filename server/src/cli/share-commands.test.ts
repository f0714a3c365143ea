import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../errors/failure.ts';
import type { Arguments, OperationCommand } from './command.ts';
import type { ListedShare } from './share.ts';
import { shareEmbed, shareLink, shareList, shareRevoke } from './share-commands.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const inputOf = (command: OperationCommand, options: Arguments['options'], positionals = ['north-plant']) =>
  command.toInput({ options, positionals, workingDir: '/' });
const WHOSE = { as: 'ana@example.com', slug: 'north-plant', layers: null };

describe('overlook share link', () => {
  const given = { as: 'ana@example.com', name: 'Contractors' };

  it('asks for a link with a password, without an end of its own', () => {
    const input = inputOf(shareLink, given) as { grant: { password: string } };
    expect(input).toMatchObject({ ...WHOSE, grant: { kind: 'link', name: 'Contractors' } });
    expect(input.grant).not.toHaveProperty('endsAt');
    const again = inputOf(shareLink, given) as typeof input;
    expect(again.grant.password).not.toBe(input.grant.password);
    // Nine random bytes in base64url.
    expect(input.grant.password).toMatch(/^[\w-]{12}$/);
  });

  it('has the password that is given, or none; and one view only on request', () => {
    const grantOf = (options: Arguments['options']) =>
      (inputOf(shareLink, { ...given, ...options }) as { grant: object }).grant;
    expect(grantOf({ password: 'of our own' })).toMatchObject({ password: 'of our own', view: null });
    expect(grantOf({ 'no-password': true, view: 'v=1&site=3' })).toMatchObject({ password: null, view: 'v=1&site=3' });
  });

  it('ends a whole number of days from now', () => {
    expect(inputOf(shareLink, { ...given, days: '7' })).toMatchObject({
      grant: { endsAt: '2026-05-08T12:00:00.000Z' },
    });
  });

  it('names layers as the import does', () => {
    expect(inputOf(shareLink, { ...given, layers: 'textured, points' })).toMatchObject({
      layers: ['VIEW:TEXTURED', 'VIEW:POINTCLOUD'],
    });
  });

  it.each<[Arguments['options'], string]>([
    [{ name: 'Contractors' }, 'Give --as with the e-mail of a user.'],
    [{ ...given, layers: 'textured,walls' }, 'There is no layer “walls”: textured, shaded, points, cad'],
    [{ as: 'ana@example.com' }, 'Give --name.'],
    [{ ...given, password: 'a', 'no-password': true }, 'Give --password or --no-password, not both.'],
    [{ ...given, days: '0' }, '--days takes a whole number of days.'],
    [{ ...given, days: '1.5' }, '--days takes a whole number of days.'],
    [{ ...given, days: '1000' }, '--days takes a whole number of days.'],
  ])('%j is refused', (options, reason) => {
    expect(() => inputOf(shareLink, options)).toThrow(UsageError);
    expect(() => inputOf(shareLink, options)).toThrow(reason);
  });
});

describe('overlook share embed', () => {
  const given = { as: 'ana@example.com', origin: ['https://a.example', 'https://b.example'] };

  it('is for its origins, and has the name of the first', () => {
    expect(inputOf(shareEmbed, given)).toEqual({
      ...WHOSE,
      grant: { kind: 'embed', name: 'https://a.example', origins: ['https://a.example', 'https://b.example'] },
    });
    expect(inputOf(shareEmbed, { ...given, name: 'Portal' })).toMatchObject({ grant: { name: 'Portal' } });
    expect(() => inputOf(shareEmbed, { as: 'ana@example.com' })).toThrow('Give --origin.');
  });

  it('shows the controls that are named; none for none', () => {
    const controlsOf = (controls: string) =>
      (inputOf(shareEmbed, { ...given, controls }) as { grant: { controls: string[] } }).grant.controls;
    expect(controlsOf('layers, section')).toEqual(['layers', 'section']);
    expect(controlsOf('none')).toEqual([]);
  });

  it('prints its address and its end', () => {
    const grant = { name: 'Portal', endsAt: '2027-05-01T00:00:00.000Z' };
    expect(shareEmbed.describe({ url: 'https://o.example/embed/x', grant } as never)).toBe(
      'https://o.example/embed/x\n“Portal” opens until 2027-05-01.',
    );
  });
});

describe('overlook share list', () => {
  const share = (more: Partial<ListedShare>): ListedShare => ({
    id: 7,
    kind: 'link',
    name: 'Contractors',
    site: 'plant',
    madeBy: 'ana@example.com',
    origins: [],
    endsAt: '2026-06-01T00:00:00.000Z',
    revokedAt: null,
    lastOpenedAt: null,
    openings: 0,
    ...more,
  });
  const linesOf = (...shares: ListedShare[]) => shareList.describe({ shares } as never).split('\n');

  it('says whether each opens, and how often it was opened', () => {
    const lines = linesOf(
      share({}),
      share({ openings: 3, lastOpenedAt: '2026-04-30T08:00:00.000Z' }),
      share({ endsAt: '2026-05-01T12:00:00.000Z' }),
      share({ revokedAt: '2026-04-02T00:00:00.000Z' }),
    );
    expect(lines.map((line) => line.split('ana@example.com  ')[1])).toEqual([
      'until 2026-06-01, never opened',
      'until 2026-06-01, opened 3 times, last 2026-04-30',
      'ended 2026-05-01, never opened',
      'revoked 2026-04-02, never opened',
    ]);
  });

  it('has its columns below each other, and the origins of embeds', () => {
    const [link, embed] = linesOf(
      share({ id: 7 }),
      share({ id: 12, kind: 'embed', name: 'P', site: 'a', origins: ['https://a.example', 'https://b.example'] }),
    );
    expect(link).toMatch(/^7 {3}link {3}plant {2}Contractors {2}ana@example\.com {2}until/);
    expect(embed).toMatch(/^12 {2}embed {2}a {6}P {12}ana@example\.com {2}until/);
    expect(embed).toMatch(/never opened; on https:\/\/a\.example, https:\/\/b\.example$/);
  });

  it('says when there are none', () => {
    expect(linesOf()).toEqual(['There are no public links and no embeds.']);
  });
});

describe('overlook share revoke', () => {
  it('asks about the id of one, and says which it was', () => {
    expect(inputOf(shareRevoke, {}, ['12'])).toEqual({ id: 12 });
    expect(shareRevoke.confirm!({ options: {}, positionals: ['12'], workingDir: '/' })).toMatch(/^Revoke 12\?/);
    const shared = { share: { name: 'Contractors', site: 'plant' } };
    expect(shareRevoke.describe(shared as never)).toBe('Revoked “Contractors” of plant.');
  });

  it.each([[[]], [['1', '2']], [['0']], [['-1']], [['1e3']], [['12345678901']], [['x']]])('refuses %j', (ids) => {
    expect(() => inputOf(shareRevoke, {}, ids)).toThrow('Give the id of one link or embed; see overlook share list.');
  });
});
