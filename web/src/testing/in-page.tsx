/** Renders a part of the page as a signed-in user sees it, and answers its calls in place of the server. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { User } from '@overlook/shared/schemas';
import { queryClient } from '../api/queries.ts';
import { SessionProvider } from '../state/session-context.tsx';
import { WAIT } from '@overlook/engine/testing/wait';

// Its own second is too short for forms of many parts on a busy machine.
configure({ asyncUtilTimeout: WAIT.timeout });
// A call that is not answered is repeated immediately, because its pauses would only make tests slow.
const { queries, ...rest } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retryDelay: 0 } });

/** Shows `content` to a user who holds these tokens everywhere, or at one site. Returns that user's keyboard and pointer. */
export function showInPage(content: ReactNode, tokens: readonly PermissionToken[] = [], siteId = 0) {
  const permissions = { [siteId]: Object.fromEntries(tokens.map((token) => [token, true])) };
  const user = userEvent.setup();
  const page = (inner: ReactNode) => (
    <SessionProvider session={{ user: {} as User, permissions }}>
      <QueryClientProvider client={queryClient}>{inner}</QueryClientProvider>
    </SessionProvider>
  );
  const { rerender } = render(page(content));
  return { user, show: (next: ReactNode) => rerender(page(next)) };
}

/** An error answer of a procedure. */
export class Refusal extends Error {
  constructor(
    readonly httpStatus: number,
    sentence: string,
    readonly fields: Record<string, string> = {},
    readonly code = 'REFUSED',
  ) {
    super(sentence);
  }
}

type Answers = Record<string, (input: never) => unknown>;

/**
 * Answers the calls of the page by procedure, immediately or with a promise; a call without an answer is refused.
 * Returns the calls so far.
 */
export function answerCalls(answers: Answers): { name: string; input: unknown }[] {
  const calls: { name: string; input: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(String(address), 'http://overlook.example');
    const body = typeof init?.body === 'string' ? init.body : searchParams.get('input');
    const inputs = JSON.parse(body ?? '{}') as Record<number, unknown>;
    const names = pathname.replace('/trpc/', '').split(',');
    const results = names.map((name, index) => {
      calls.push({ name, input: inputs[index] });
      return resultOf(answers[name], inputs[index]);
    });
    return new Response(JSON.stringify(await Promise.all(results)), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  return calls;
}

/** From now on no call is answered, as when the server cannot be reached. */
export const loseServer = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

async function resultOf(answer: Answers[string] | undefined, input: unknown): Promise<unknown> {
  try {
    if (!answer) throw new Refusal(404, 'There is no such thing.');
    return { result: { data: (await answer(input as never)) ?? null } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { httpStatus, fields, message, code } = error;
    const app = { error: message, code, fields };
    return { error: { message, code: -32000, data: { code, httpStatus, app } } };
  }
}
