import { inIds } from '@overlook/db';
import { sites, users } from '@overlook/db/schema';
import type { AuditEntry } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { GROUP_TABLES, type GroupKind } from '../members/groups.ts';
import { visibleScopes } from '../../sessions/effective-permissions.ts';

type Kind = 'user' | 'role' | 'team' | 'site';
type Entry = Pick<AuditEntry, 'subject' | 'details'>;

/** The most members of one list in the details that get names; an entry of a large role lists all its holders. */
const NAMED_AT_MOST = 50;
const LISTS = { users: 'user', roles: 'role', teams: 'team' } as const;
const SUBJECT = /^(user|role|team|site):([1-9][0-9]{0,8})$/;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const idsIn = (list: unknown): number[] =>
  Array.isArray(list) ? list.slice(0, NAMED_AT_MOST).filter((id) => Number.isInteger(id) && id > 0) : [];

/** What an entry refers to, as `user:5`: its subject, added and removed members, the sites of changed entries. */
function referencesOf({ subject, details }: Entry): string[] {
  const listed = Object.entries(LISTS).flatMap(([field, kind]) => {
    const list = details[field];
    const ids = isRecord(list) ? [...idsIn(list), ...idsIn(list['added']), ...idsIn(list['removed'])] : [];
    return ids.map((id) => `${kind}:${id}`);
  });
  const { answers } = details;
  const answered = Array.isArray(answers) ? answers.filter(isRecord).map(({ siteId }) => siteId) : [];
  return [...(subject === null ? [] : [subject]), ...listed, ...idsIn(answered).map((id) => `site:${id}`)];
}

/** Ids of each kind that some entries refer to. */
function idsByKind(entries: readonly Entry[]): Record<Kind, Set<number>> {
  const ids = { user: new Set<number>(), role: new Set<number>(), team: new Set<number>(), site: new Set<number>() };
  for (const reference of entries.flatMap(referencesOf)) {
    const [, kind, id] = SUBJECT.exec(reference) ?? [];
    if (kind) ids[kind as Kind].add(Number(id));
  }
  return ids;
}

/** The names of all records that some entries refer to. Sites that the caller does not see have none. */
async function loadNames(ctx: SignedInContext, entries: readonly Entry[]): Promise<Map<string, string>> {
  const { db, caller } = ctx;
  const ids = idsByKind(entries);
  const group = (kind: GroupKind) => {
    const table = GROUP_TABLES[kind];
    return db.select({ id: table.id, name: table.displayName }).from(table).where(inIds(table.id, ids[kind]));
  };
  const [ofUsers, ofRoles, ofTeams, ofSites, scopes] = await Promise.all([
    db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(inIds(users.id, ids.user)),
    group('role'),
    group('team'),
    db.select({ id: sites.id, name: sites.name }).from(sites).where(inIds(sites.id, ids.site)),
    visibleScopes(db, caller.permissions),
  ]);
  return new Map([
    ...ofUsers.map(({ id, firstName, lastName }) => [`user:${id}`, `${firstName} ${lastName}`] as const),
    ...ofRoles.map(({ id, name }) => [`role:${id}`, name] as const),
    ...ofTeams.map(({ id, name }) => [`team:${id}`, name] as const),
    ...ofSites.filter(({ id }) => scopes.has(id)).map(({ id, name }) => [`site:${id}`, name] as const),
  ]);
}

/** The entries with the current names of the records that they refer to; deleted records have none. */
export async function withNames(
  ctx: SignedInContext,
  entries: readonly Omit<AuditEntry, 'names'>[],
): Promise<AuditEntry[]> {
  const names = await loadNames(ctx, entries);
  return entries.map((entry) => {
    const own = referencesOf(entry).flatMap((reference) => {
      const name = names.get(reference);
      return name === undefined ? [] : [[reference, name] as const];
    });
    return { ...entry, names: Object.fromEntries(own) };
  });
}
