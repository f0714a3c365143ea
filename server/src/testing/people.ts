import { aRole, aUser, type Entries } from '@overlook/db/seed';
import { PERMISSION_TOKENS, type PermissionToken } from '@overlook/shared/permissions';
import { hashOfPassword, type TestServer } from './test-server.ts';

/** A signed-in person and their REST calls. */
export interface TestPerson {
  readonly id: number;
  readonly email: string;
  readonly roleId: number;
  readonly token: string;
  /** Sends a request below `/api`; returns the status and the parsed body. */
  ask(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly status: number;
  // Tests look into answers of every shape.
  readonly body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
}

/** Sends a request with a token. */
export const askAs =
  (server: TestServer, token: string): TestPerson['ask'] =>
  async (method, path, payload) => {
    const answer = await server.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

/** Calls a mutation over tRPC, for those that have no REST row. */
export async function mutate(server: TestServer, token: string, path: string, payload: object): Promise<TestAnswer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload });
  return answerOf(answer);
}

/** The same for a query. */
export async function query(server: TestServer, token: string, path: string, input: object): Promise<TestAnswer> {
  const url = `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return answerOf(await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } }));
}

function answerOf(answer: { statusCode: number; json<T>(): T }): TestAnswer {
  const body = answer.json<{ result?: { data: object }; error?: { data: { app: object } } }>();
  return { status: answer.statusCode, body: body.result?.data ?? body.error!.data.app };
}

/** A new person with a role of their own, signed in. `allowed` is Allow at global scope. */
export async function aPerson(
  server: TestServer,
  { name = 'Robin', ...grants }: { name?: string; allowed?: readonly PermissionToken[]; entries?: Entries } = {},
): Promise<TestPerson> {
  const { db } = server.database;
  const role = await aRole(db, grants);
  const user = await aUser(db, { firstName: name, passwordHash: await hashOfPassword(), roleIds: [role.id] });
  const token = await server.token(user.email);
  return { id: user.id, email: user.email, roleId: role.id, token, ask: askAs(server, token) };
}

/** A signed-in person who holds every permission at global scope. */
export const anAdministrator = (server: TestServer): Promise<TestPerson> =>
  aPerson(server, { name: 'Ada', allowed: PERMISSION_TOKENS.map((row) => row.token) });
