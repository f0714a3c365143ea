import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captures, jobs } from '@overlook/db/schema';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { modelUrl, newVersion } from '../../storage/version-folders.ts';
import { hashOfPassword, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function everything(email: string) {
  const headers = { authorization: `Bearer ${await server.token(email)}` };
  const get = async <T>(path: string) => (await server.app.inject({ url: `/api${path}`, headers })).json<T>();
  const { sites } = await get<{ sites: { slug: string }[] }>('/sites/all');
  const { pins } = await get<{ pins: { site_id: number; has_model: boolean }[] }>('/sites/pins');
  const { modelgroups } = await get<{ modelgroups: { siteId: number }[] }>('/modelgroups/all');
  const { models } = await get<{ models: { filepath: string }[] }>('/models/all');
  return {
    sites: sites.map((site) => site.slug),
    pins: pins.map((pin) => pin.site_id),
    groups: modelgroups.map((group) => group.siteId),
    models: models.map((model) => model.filepath.split('/').slice(4, 6).join('/')),
  };
}

describe('the visible data of a user', () => {
  it('is everything for a user who is allowed globally', async () => {
    const { plant, farm } = server.siteIds;
    expect(await everything(server.people.admin)).toEqual({
      sites: ['farm', 'plant'],
      pins: [farm, plant],
      groups: [plant, farm],
      models: ['plant/textured', 'plant/cad', 'farm/textured'],
    });
  });

  it('is one layer of one site for a guest', async () => {
    const { plant } = server.siteIds;
    expect(await everything(server.people.guest)).toEqual({
      sites: ['plant'],
      pins: [plant],
      groups: [plant],
      models: ['plant/textured'],
    });
  });

  it('has the plans of the layers that may be viewed, and a plan that cannot be read is left out', async () => {
    const { db } = server.database;
    const plan = {
      bounds: [138, -36, 139, -35] as [number, number, number, number],
      minZoom: 12,
      maxZoom: 19,
      madeAt: '',
    };
    for (const { id, filepath } of await db.select().from(captures))
      await db
        .update(captures)
        .set({ plan: { ...plan, tilesUrl: filepath.replace('tileset.json', 'site-plan/{z}/{x}/{y}.webp') } })
        .where(eq(captures.id, id));
    const plansOf = async (email: string) => {
      const headers = { authorization: `Bearer ${await server.token(email)}` };
      const answer = await server.app.inject({ url: '/api/models/all', headers });
      return answer
        .json<{ models: { plan: { tilesUrl: string } | null }[] }>()
        .models.map((model) => model.plan?.tilesUrl);
    };
    const [, , , , site, layer] = (await plansOf(server.people.guest))[0]!.split('/');
    expect([site, layer]).toEqual(['plant', 'textured']);
    expect(await plansOf(server.people.guest)).toHaveLength(1);
    expect((await plansOf(server.people.admin)).filter((url) => url?.endsWith('.webp'))).toHaveLength(3);

    await db.update(captures).set({ plan: { ...plan, tilesUrl: '' } });
    expect(await plansOf(server.people.guest)).toEqual([undefined]);
    await db.update(captures).set({ plan: null });
  });

  it('says when a layer was published, but of none that no import has stored', async () => {
    const { db } = server.database;
    const headers = { authorization: `Bearer ${await server.token(server.people.guest)}` };
    const dates = async () => {
      const answer = await server.app.inject({ url: '/api/models/all', headers });
      return answer.json<{ models: { publishedAt: string | null }[] }>().models.map((model) => model.publishedAt);
    };
    expect(await dates()).toEqual([null]);
    const publishedMs = Date.UTC(2026, 2, 14, 8, 30);
    const { filepath } = (await db.select().from(captures).orderBy(captures.id))[0]!;
    const stored = modelUrl({ slug: 'plant', layer: 'textured', version: newVersion(publishedMs) }, 'tileset.json');
    await db.update(captures).set({ filepath: stored }).where(eq(captures.filepath, filepath));
    expect(await dates()).toEqual(['2026-03-14T08:30:00.000Z']);
    await db.update(captures).set({ filepath }).where(eq(captures.filepath, stored));
  });

  it('requests a plan once for the layers that a person sees, where these have none', async () => {
    const { db } = server.database;
    const { filepath } = (await db.select().from(captures).orderBy(captures.id))[0]!;
    const stored = modelUrl(
      { slug: 'plant', layer: 'textured', version: newVersion(Date.UTC(2026, 2, 14)) },
      'tileset.json',
    );
    await db.update(captures).set({ filepath: stored }).where(eq(captures.filepath, filepath));
    const headers = { authorization: `Bearer ${await server.token(server.people.guest)}` };
    for (let visit = 0; visit < 2; visit++) await server.app.inject({ url: '/api/models/all', headers });
    const asked = async () => {
      const payloads = (await db.select().from(jobs).where(eq(jobs.kind, 'site.plan'))).map((job) => job.payload);
      return payloads.filter(({ filepaths }) => (filepaths as string[]).includes(stored));
    };
    await expect.poll(asked).toEqual([{ siteId: server.siteIds.plant, filepaths: [stored] }]);
    await db.update(captures).set({ filepath }).where(eq(captures.filepath, stored));
  });

  it('names no site in their permissions that does not exist for them', async () => {
    const rows = async (email: string) => {
      const headers = { authorization: `Bearer ${await server.token(email)}` };
      const { permissions } = (await server.app.inject({ url: '/api/auth/check', headers })).json<{
        permissions: Record<string, unknown>;
      }>();
      return Object.keys(permissions).map(Number);
    };
    const { plant, farm } = server.siteIds;
    expect(await rows(server.people.admin)).toEqual([0, plant, farm]);
    expect(await rows(server.people.guest)).toEqual([0, plant]);
    expect(await rows(server.people.nobody)).toEqual([0]);
  });

  it('is nothing without permissions', async () => {
    expect(await everything(server.people.nobody)).toEqual({ sites: [], pins: [], groups: [], models: [] });
  });

  it('includes the roles of teams, and a Deny at a site overrides an Allow for all sites', async () => {
    const { db } = server.database;
    const { farm } = server.siteIds;
    const viewer = await aRole(db, { allowed: ['VIEW:CAD', 'VIEW:TEXTURED'] });
    const notFarm = await aRole(db, { entries: { [farm]: { 'VIEW:TEXTURED': false, 'VIEW:CAD': false } } });
    const team = await aTeam(db, { roleIds: [viewer.id] });
    const user = await aUser(db, {
      roleIds: [notFarm.id],
      teamIds: [team.id],
      passwordHash: await hashOfPassword(),
    });
    expect(await everything(user.email)).toMatchObject({ sites: ['plant'], models: ['plant/textured', 'plant/cad'] });
    const headers = { authorization: `Bearer ${await server.token(user.email)}` };
    const { permissions } = (await server.app.inject({ url: '/api/auth/check', headers })).json<{
      permissions: Record<string, Record<string, boolean>>;
    }>();
    expect(permissions['0']!['VIEW:CAD']).toBe(false);
    expect(permissions[farm]).toBeUndefined();
  });
});
