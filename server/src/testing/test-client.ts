import { eq } from 'drizzle-orm';
import { mails } from '@overlook/db/schema';
import type { ErrorBody, SignInAnswer } from '@overlook/shared/schemas';
import { PASSWORD, type TestServer } from './test-server.ts';

/** An answer's status with its parsed body. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T & Partial<ErrorBody>;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

interface ClientOptions {
  /** IP address. */
  readonly address?: string;
  readonly userAgent?: string;
}

/** A browser: it keeps its cookies and, once signed in, its token. */
export function testClient(server: TestServer, { address = '10.9.0.1', userAgent = 'test/1' }: ClientOptions = {}) {
  const cookies: Record<string, string> = {};
  let token: string | null = null;

  async function ask<T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer<T>> {
    const answer = await server.app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      cookies,
      headers: { 'user-agent': userAgent, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  return {
    cookies,
    /** Opens an address as a page: follows no redirection, and reads the body. */
    async visit(path: string) {
      const headers = { accept: 'text/html', 'user-agent': userAgent };
      const answer = await server.app.inject({ url: `/api${path}`, remoteAddress: address, cookies, headers });
      for (const { name, value } of answer.cookies) cookies[name] = value;
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
    get: <T = object>(path: string) => ask<T>('GET', path),
    post: <T = object>(path: string, payload: object = {}) => ask<T>('POST', path, payload),
    /** Sends later requests with this token, or without one. */
    use(value: string | null) {
      token = value;
    },
    /** Sends the sign-in; if the answer has a token, later requests use it. */
    async signIn(email: string, password = PASSWORD): Promise<Answer<SignInAnswer>> {
      const answer = await ask<SignInAnswer>('POST', '/auth/sign_in', { email, password });
      if ('token' in answer.body) token = answer.body.token;
      return answer;
    },
  };
}

export type TestClient = ReturnType<typeof testClient>;

/** The mails that wait for a recipient, oldest first. */
export function mailsTo(server: TestServer, email: string): Promise<(typeof mails.$inferSelect)[]> {
  return server.database.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.createdAt);
}
