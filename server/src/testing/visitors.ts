import { VISITOR_TOKENS } from '@overlook/shared/permissions';
import { askAs, type TestAnswer } from './people.ts';
import type { TestServer } from './test-server.ts';

/**
 * Makes a public link, or an embed if `wanted` asks for it, as an administrator: with all permissions that can be
 * granted at the site.
 */
export async function aGrant(server: TestServer, siteId: number, wanted: object = {}): Promise<TestAnswer> {
  const admin = askAs(server, await server.token(server.people.admin));
  const input = { kind: 'link', name: 'Contractors', siteId, permissions: VISITOR_TOKENS, ...wanted };
  return admin('POST', '/view_grants', input);
}

/** Opens a link or an embed by its secret. */
export async function openGrantOf(
  server: TestServer,
  payload: { token: string; password?: string; visitorToken?: string },
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const answer = await server.app.inject({ method: 'POST', url: '/api/view_grants/open', payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

/** A visitor's token with all permissions that can be granted at a site. */
export async function aVisitor(server: TestServer, siteId: number): Promise<string> {
  const { body } = await aGrant(server, siteId);
  return (await openGrantOf(server, body as { token: string })).body['visitorToken'] as string;
}
