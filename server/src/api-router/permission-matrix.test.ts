import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '@overlook/db/schema';
import { SESSION_COOKIE } from '@overlook/shared/config';
import { PERMISSION_TOKENS, type PermissionToken, VISITOR_TOKENS } from '@overlook/shared/permissions';
import { errorBodySchema } from '@overlook/shared/schemas';
import { FILE_TABLE } from '../rest/file-table.ts';
import { type ProcedurePath, REST_TABLE } from '../rest/table.ts';
import { aPerson } from '../testing/people.ts';
import { aVisitor } from '../testing/visitors.ts';
import { registeredRoutes } from '../testing/registered-routes.ts';
import { refusalOf } from '../testing/subscriptions.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { appRouter } from './router.ts';

/**
 * The callers of a procedure: all; people who are signed in; these and visitors of a link or an embed; people who hold
 * all of these tokens globally, one at some site, or one at the requested site.
 */
type Rule =
  | 'anybody'
  | 'signed in'
  | 'reading'
  | readonly PermissionToken[]
  | { readonly somewhere: PermissionToken }
  | { readonly atSite: PermissionToken | readonly PermissionToken[] };

/**
 * Written separately from the procedures (specification §6): a procedure without a line here does not compile and fails
 * the test.
 */
const RULES: Record<ProcedurePath, Rule> = {
  'attachments.archive': 'signed in',
  'attachments.restore': 'signed in',
  'audit.actions': ['USERS:VIEW'],
  'audit.csv': ['USERS:VIEW'],
  'audit.list': ['USERS:VIEW'],
  'audit.retention': ['USERS:VIEW'],
  'audit.setRetention': ['USERS:VIEW', 'USERS:UPDATE', 'USERS:ARCHIVE'],
  'auth.acceptDisclaimer': 'signed in',
  'auth.check': 'signed in',
  'auth.confirmAtSignIn': 'anybody',
  'auth.confirmTwoFactor': 'signed in',
  'auth.disableTwoFactor': 'signed in',
  'auth.endOtherSessions': 'signed in',
  'auth.endSession': 'signed in',
  'auth.enrolAtSignIn': 'anybody',
  'auth.enrolTwoFactor': 'signed in',
  'auth.exchange': 'anybody',
  'auth.forgotPassword': 'anybody',
  'auth.resetPassword': 'anybody',
  'auth.sendPasswordReset': ['USERS:UPDATE'],
  'auth.sessions': 'signed in',
  'auth.setPassword': 'signed in',
  'auth.signIn': 'anybody',
  'auth.signOut': 'signed in',
  'auth.twoFactor': 'anybody',
  'auth.updateAccount': 'signed in',
  'cad.byFeature': { atSite: 'VIEW:CAD' },
  'cad.children': { atSite: 'VIEW:CAD' },
  'cad.externalMetadata': { atSite: 'VIEW:CAD' },
  'cad.facet': { atSite: 'VIEW:CAD' },
  'cad.facets': { atSite: 'VIEW:CAD' },
  'cad.features': { atSite: 'VIEW:CAD' },
  'cad.measure': { atSite: ['VIEW:CAD', 'TOOLS:MEASURE'] },
  'cad.item': { atSite: 'VIEW:CAD' },
  'cad.metadata': { atSite: 'VIEW:CAD' },
  'cad.pathTo': { atSite: 'VIEW:CAD' },
  'cad.root': { atSite: 'VIEW:CAD' },
  'cad.search': { atSite: 'VIEW:CAD' },
  'cad.storeys': { atSite: 'VIEW:CAD' },
  'captures.all': 'reading',
  'captures.date': { atSite: 'SITES:MANAGE' },
  'captures.delete': { atSite: 'SITES:MANAGE' },
  'captures.discard': { atSite: 'SITES:MANAGE' },
  'captures.fit': { atSite: 'SITES:MANAGE' },
  'captures.keep': { atSite: 'SITES:MANAGE' },
  'captures.managed': { atSite: 'SITES:MANAGE' },
  'captures.place': { atSite: 'SITES:MANAGE' },
  'captures.publish': { atSite: 'SITES:MANAGE' },
  'captures.restore': { atSite: 'SITES:MANAGE' },
  'captures.scanPositions': 'reading',
  'captures.shape': { atSite: 'TOOLS:MEASURE' },
  'captures.volume': { atSite: 'TOOLS:MEASURE' },
  'measurements.all': { atSite: 'TOOLS:MEASURE' },
  'measurements.get': { atSite: 'TOOLS:MEASURE' },
  'measurements.file': { atSite: 'TOOLS:MEASURE' },
  'measurements.save': { atSite: 'TOOLS:MEASURE' },
  'measurements.update': { atSite: 'TOOLS:MEASURE' },
  'measurements.delete': { atSite: 'TOOLS:MEASURE' },
  'measurements.comments': { atSite: 'TOOLS:MEASURE' },
  'measurements.comment': { atSite: 'TOOLS:MEASURE' },
  'measurements.removeComment': { atSite: 'TOOLS:MEASURE' },
  'captures.withdraw': { atSite: 'SITES:MANAGE' },
  'exports.crop': 'signed in',
  'exports.cropLayer': 'signed in',
  'exports.draw': 'signed in',
  'exports.layers': 'signed in',
  'exports.delete': 'signed in',
  'exports.downloads': 'signed in',
  'exports.pointcloud': 'signed in',
  'exports.restore': 'signed in',
  'feedback.send': { somewhere: 'FEATURE:PRODUCTFEEDBACK' },
  'grids.at': 'signed in',
  'instance.cancelImport': ['LICENSING:VIEW', 'USERS:UPDATE'],
  'instance.checks': ['LICENSING:VIEW'],
  'instance.discardJob': ['LICENSING:VIEW', 'USERS:UPDATE'],
  'instance.info': 'anybody',
  'instance.retryJobs': ['LICENSING:VIEW', 'USERS:UPDATE'],
  'instance.sendTestMail': ['LICENSING:VIEW', 'USERS:UPDATE'],
  'instance.status': ['LICENSING:VIEW'],
  'layers.all': 'signed in',
  'managedSites.all': { somewhere: 'SITES:MANAGE' },
  'managedSites.archive': { atSite: 'SITES:MANAGE' },
  'managedSites.create': ['SITES:MANAGE'],
  'managedSites.delete': { atSite: 'SITES:MANAGE' },
  'managedSites.get': { atSite: 'SITES:MANAGE' },
  'managedSites.order': ['SITES:MANAGE'],
  'managedSites.restore': { atSite: 'SITES:MANAGE' },
  'managedSites.update': { atSite: 'SITES:MANAGE' },
  'modelGroups.all': 'reading',
  'models.all': 'reading',
  'mocs.addComment': { atSite: 'MOC:VIEW' },
  'mocs.all': { atSite: 'MOC:VIEW' },
  'mocs.archive': { atSite: ['MOC:VIEW', 'MOC:DELETE'] },
  'mocs.archiveArea': { atSite: ['MOC:VIEW', 'MOC:UPDATE'] },
  'mocs.areas': { atSite: 'MOC:VIEW' },
  'mocs.changes': { atSite: 'MOC:VIEW' },
  'mocs.comments': { atSite: 'MOC:VIEW' },
  'mocs.create': { atSite: 'MOC:CREATE' },
  'mocs.get': { atSite: 'MOC:VIEW' },
  'mocs.history': { atSite: 'MOC:VIEW' },
  'mocs.list': { atSite: 'MOC:VIEW' },
  'mocs.people': { atSite: 'MOC:VIEW' },
  'mocs.removeComment': { atSite: 'MOC:VIEW' },
  'mocs.restore': { atSite: ['MOC:VIEW', 'MOC:DELETE'] },
  'mocs.restoreArea': { atSite: ['MOC:VIEW', 'MOC:UPDATE'] },
  'mocs.saveArea': { atSite: ['MOC:VIEW', 'MOC:UPDATE'] },
  'mocs.touched': { atSite: 'MOC:VIEW' },
  'mocs.touchedCsv': { atSite: 'MOC:VIEW' },
  'mocs.touchedFeatures': { atSite: 'MOC:VIEW' },
  'mocs.update': { atSite: ['MOC:VIEW', 'MOC:UPDATE'] },
  'organisation.security': ['USERS:VIEW'],
  'organisation.setSecurity': ['USERS:UPDATE'],
  'permissions.default': 'signed in',
  'permissions.explain': ['USERS:VIEW', 'ROLES:VIEW'],
  'roles.all': ['ROLES:VIEW'],
  'roles.create': ['ROLES:VIEW', 'USERS:CREATE'],
  'roles.delete': ['USERS:ARCHIVE'],
  'roles.get': ['ROLES:VIEW'],
  'roles.lastSave': ['ROLES:VIEW'],
  'roles.page': ['ROLES:VIEW'],
  'roles.preview': ['ROLES:VIEW', 'USERS:VIEW'],
  'roles.update': ['ROLES:VIEW', 'USERS:UPDATE'],
  'sites.all': 'reading',
  'sites.pins': 'signed in',
  'snapshots.archive': 'signed in',
  'snapshots.create': 'signed in',
  'snapshots.delete': 'signed in',
  'snapshots.get': 'signed in',
  'snapshots.nearby': { atSite: 'FEATURE:NEARBYSNAPSHOTS' },
  'snapshots.photo': 'signed in',
  'snapshots.removeRecipient': 'signed in',
  'snapshots.restore': 'signed in',
  'snapshots.share': 'signed in',
  'snapshots.shares': 'signed in',
  'snapshots.sitePhotos': { atSite: 'FEATURE:NEARBYSNAPSHOTS' },
  'snapshots.update': 'signed in',
  'snapshots.user': 'signed in',
  'teams.all': ['TEAMS:VIEW'],
  'teams.create': ['TEAMS:CREATE'],
  'teams.delete': ['TEAMS:ARCHIVE'],
  'teams.get': ['TEAMS:VIEW'],
  'teams.lastSave': ['TEAMS:VIEW'],
  'teams.page': ['TEAMS:VIEW'],
  'teams.update': ['TEAMS:UPDATE'],
  'uploads.all': { atSite: 'SITES:MANAGE' },
  'uploads.cancel': { atSite: 'SITES:MANAGE' },
  'uploads.create': { atSite: 'SITES:MANAGE' },
  'uploads.retry': { atSite: 'SITES:MANAGE' },
  'users.all': ['USERS:VIEW'],
  'users.archive': ['USERS:ARCHIVE'],
  'users.clearSSO': ['USERS:UPDATE'],
  'users.clearTwoFactor': ['USERS:UPDATE'],
  'users.create': ['USERS:CREATE'],
  'users.delete': ['USERS:CREATE'],
  'users.disable': ['USERS:UPDATE'],
  'users.enable': ['USERS:UPDATE'],
  'users.get': ['USERS:VIEW'],
  'users.lastSave': ['USERS:VIEW'],
  'users.page': ['USERS:VIEW'],
  'users.restore': ['USERS:ARCHIVE'],
  'users.setNotifications': 'signed in',
  'users.update': ['USERS:UPDATE'],
  'viewGrants.all': 'signed in',
  'viewGrants.create': ['USERS:CREATE'],
  'viewGrants.open': 'anybody',
  'viewGrants.renew': ['USERS:CREATE'],
  'viewGrants.revoke': 'signed in',
};

/**
 * Procedures that are open to a session whose user has not accepted the disclaimer, besides those that are open to all.
 */
const OPEN_BEFORE_DISCLAIMER: ReadonlySet<ProcedurePath> = new Set([
  'auth.acceptDisclaimer',
  'auth.check',
  'auth.signOut',
]);

/** Addresses that are in no table: public ones and tRPC. */
const OTHER_ROUTES = [
  // Of the demo only; its test is with the layers of the demo.
  'GET /api/demo/readings',
  'GET /api/auth/sso',
  'GET /api/auth/sso/callback',
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /livez',
  'GET /metrics',
  'GET /readyz',
  'GET /embed/:token',
  'GET /layers/:id/:version/*',
  'GET /user-guide.pdf',
  'GET /view/:token',
  'GET /trpc/:path',
  'POST /trpc/:path',
  'PUT /trpc/:path',
];

const ALL = PERMISSION_TOKENS.map((row) => row.token);
const GLOBAL_ONLY = PERMISSION_TOKENS.filter((row) => !row.siteSpecific).map((row) => row.token);

interface Person {
  readonly name: string;
  readonly token: string | null;
  readonly email: string | null;
  /** Their permissions at global scope. */
  readonly globally: readonly PermissionToken[];
  /** What they hold at a site. */
  readonly atSites: readonly PermissionToken[];
  /** False for the one person who has yet to accept the disclaimer. */
  readonly hasAccepted?: boolean;
  /** True for the visitor of a public link: they have no account. */
  readonly isVisitor?: boolean;
}

let server: TestServer;
const people: Person[] = [];
beforeAll(async () => {
  server = await startTestServer();
  const { plant, farm } = server.siteIds;
  const add = async (
    name: string,
    globally: readonly PermissionToken[],
    atSites: readonly PermissionToken[] = [],
    siteIds: readonly number[] = [],
  ) => {
    const row = Object.fromEntries(atSites.map((token) => [token, true]));
    const entries = Object.fromEntries(siteIds.map((siteId) => [siteId, row]));
    const { token, email } = await aPerson(server, { name, allowed: globally, entries });
    people.push({ name, token, email, globally, atSites });
  };
  const siteSpecific = PERMISSION_TOKENS.filter((row) => row.siteSpecific).map((row) => row.token);
  people.push({ name: 'no session', token: null, email: null, globally: [], atSites: [] });
  await add('guest', [], ['VIEW:TEXTURED'], [plant]);
  await add('member', [], siteSpecific, [plant, farm]);
  await add('site admin', [], ALL, [plant]);
  const unseen = siteSpecific.filter((token) => token !== 'MOC:VIEW');
  await add('member without MOC:VIEW', [], unseen, [plant]);
  await add('admin', ALL);
  for (const missing of GLOBAL_ONLY)
    await add(
      `admin without ${missing}`,
      ALL.filter((token) => token !== missing),
    );
  const { id, token, email } = await aPerson(server, { name: 'newcomer', allowed: ALL });
  await server.database.db.update(users).set({ agreedToDisclaimer: false }).where(eq(users.id, id));
  people.push({ name: 'newcomer', token, email, globally: ALL, atSites: [], hasAccepted: false });
  const visitor = { globally: [], atSites: VISITOR_TOKENS, isVisitor: true };
  people.push({ name: 'visitor', token: await aVisitor(server, plant), email: null, ...visitor });
});
afterAll(() => server.close());

function expectedOf(
  path: ProcedurePath,
  { token, globally, atSites, hasAccepted = true, isVisitor = false }: Person,
): 'through' | 'NOT_SIGNED_IN' | 'DISCLAIMER_REQUIRED' | 'FORBIDDEN' | 'NOT_FOUND' {
  const rule = RULES[path];
  if (rule === 'anybody') return 'through';
  if (isVisitor) return rule === 'reading' ? 'through' : 'NOT_SIGNED_IN';
  if (token === null) return 'NOT_SIGNED_IN';
  if (!hasAccepted && !OPEN_BEFORE_DISCLAIMER.has(path)) return 'DISCLAIMER_REQUIRED';
  if (rule === 'signed in' || rule === 'reading') return 'through';
  if ('atSite' in rule)
    return [rule.atSite].flat().every((one) => [...globally, ...atSites].includes(one)) ? 'through' : 'NOT_FOUND';
  const holds =
    'somewhere' in rule
      ? [...globally, ...atSites].includes(rule.somewhere)
      : rule.every((one) => globally.includes(one));
  return holds ? 'through' : 'FORBIDDEN';
}

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<
    ProcedurePath,
    { _def: { type: 'query' | 'mutation' | 'subscription' } }
  >,
).map(([path, { _def }]) => ({ path: path as ProcedurePath, type: _def.type }));

/**
 * Calls without input, except for a site where one decides: a caller with access gets an error about missing input, or
 * an answer.
 */
async function call({ path, type }: (typeof procedures)[number], token: string | null) {
  const rule = RULES[path];
  const { plant } = server.siteIds;
  const input = typeof rule === 'object' && 'atSite' in rule ? { siteId: plant, siteID: plant } : {};
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  if (type === 'subscription') {
    const refusal = await refusalOf(server, { path, input, headers });
    return refusal?.code ?? 'through';
  }
  const answer =
    type === 'mutation'
      ? await server.app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload: input })
      : await server.app.inject({ url: `/trpc/${path}?input=${JSON.stringify(input)}`, headers });
  if (answer.statusCode === 200) return 'through';
  const { code } = errorBodySchema.parse(answer.json<{ error: { data: { app: unknown } } }>().error.data.app);
  return code === 'INVALID_INPUT' ? 'through' : code;
}

describe('every procedure', () => {
  it('has a rule', () => {
    expect(procedures.map((procedure) => procedure.path).sort()).toEqual(Object.keys(RULES).sort());
  });

  // These change the answers to later calls: the newcomer has accepted, the session has ended.
  const last: readonly ProcedurePath[] = ['auth.acceptDisclaimer', 'auth.signOut'];
  const inOrder = [...procedures].sort((a, b) => last.indexOf(a.path) - last.indexOf(b.path));
  it.each(inOrder)('$path answers all callers by its rule', async (procedure) => {
    const answers = new Map<string, string>();
    for (const { name, token } of people) answers.set(name, await call(procedure, token));
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(people.map((person) => [person.name, expectedOf(procedure.path, person)])),
    );
  });
});

describe('every address', () => {
  it('is a row of the tables, or is known here', () => {
    const rows = [...REST_TABLE, ...FILE_TABLE].map(({ method, path }) => `${method} /api${path}`);
    expect(registeredRoutes(server.app).sort()).toEqual([...new Set([...rows, ...OTHER_ROUTES])].sort());
  });
});

describe('model files', () => {
  const FILES = ['plant/textured', 'plant/cad', 'farm/textured'] as const;
  it.each([
    ['no session', [401, 401, 401]],
    ['guest', [200, 404, 404]],
    ['member', [200, 200, 200]],
    ['site admin', [200, 200, 404]],
    ['admin', [200, 200, 200]],
  ])('of each kind answer %s %j, by token and by cookie', async (name, expected) => {
    // The session of before has ended with the last procedure.
    const { email } = people.find((one) => one.name === name)!;
    const token = email && (await server.token(email));
    for (const how of [
      token ? { headers: { authorization: `Bearer ${token}` } } : {},
      token ? { cookies: { [SESSION_COOKIE]: token } } : {},
    ]) {
      const answers = await Promise.all(
        FILES.map((file) => server.app.inject({ url: `/api/files/models/${file}/v1/tileset.json`, ...how })),
      );
      expect(answers.map((answer) => answer.statusCode)).toEqual(expected);
    }
  });
});
