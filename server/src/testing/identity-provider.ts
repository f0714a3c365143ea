import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person whom the provider knows, by `sub`. */
export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A real OpenID provider on this machine, and a browser that signs in to it. */
export interface TestIdentityProvider {
  readonly issuer: string;
  readonly accounts: Record<string, ProviderAccount>;
  /** Follows `url` to the provider, signs in as `sub` and agrees; returns the address it is sent back to. */
  signIn(url: string, sub: string): Promise<URL>;
  /** The same for a person who does not consent. */
  cancel(url: string): Promise<URL>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'overlook', secret: 'a secret of the client, long enough' } as const;

/** Starts the provider for a client that people return to at `redirectUri`. */
export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts: Record<string, ProviderAccount> = {};
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts[sub] }) }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
  });
  server.on('request', (request, response) => void provider.callback()(request, response));

  /** Sends requests like a browser, with its cookies, until it is redirected outside the provider. */
  async function walk(start: string, answerPrompt: (page: string, action: string) => URLSearchParams | string) {
    const cookies = new Map<string, string>();
    let next: { url: string; form?: URLSearchParams } = { url: start };
    for (let steps = 0; steps < 12; steps++) {
      if (next.url.startsWith(redirectUri)) return new URL(next.url);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next.url, {
        redirect: 'manual',
        headers: { cookie, accept: 'text/html' },
        ...(next.form ? { method: 'POST', body: next.form } : {}),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        cookies.set(name!, value!);
      }
      const page = await answer.text();
      const location = answer.headers.get('location');
      if (location) {
        next = { url: new URL(location, next.url).href };
        continue;
      }
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 500)}`);
      const step = answerPrompt(page, action);
      const url = new URL(typeof step === 'string' ? step : action, next.url).href;
      next = typeof step === 'string' ? { url } : { url, form: step };
    }
    throw new Error('The provider never sent the browser back.');
  }

  return {
    issuer,
    accounts,
    signIn: (url, sub) =>
      walk(url, (page) => {
        const prompt = /name="prompt" value="([^"]+)"/.exec(page)![1]!;
        return new URLSearchParams(prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt });
      }),
    cancel: (url) => walk(url, (_page, action) => `${action.replace(/\/$/, '')}/abort`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
