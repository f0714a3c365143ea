import { TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { toAppError } from './to-app-error.ts';

const withCode = (code: string) => Object.assign(new Error('…'), { code });
/** As drizzle throws it. */
const ofQuery = (code: string) =>
  Object.assign(new Error('Failed query', { cause: withCode(code) }), { query: 'select 1' });

it.each(['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '25006'])(
  'a query that fails because the database is away is unavailable: %s',
  (code) => {
    const wrapped = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: ofQuery(code) });
    expect([toAppError(ofQuery(code)).code, toAppError(wrapped).code]).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  },
);

it('a wrong query is a fault of the server, and so is a connection to something else', () => {
  expect(toAppError(ofQuery('42703')).code).toBe('INTERNAL');
  expect(toAppError(withCode('ECONNRESET')).code).toBe('INTERNAL');
});

it('a full disk is named as such', () => {
  expect(toAppError(ofQuery('53100')).code).toBe('DISK_FULL');
});

it('work that its client has left is no fault of the server', () => {
  const left = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: AbortSignal.abort().reason as Error });
  expect([toAppError(left).isLogged, toAppError(ofQuery('42703')).isLogged]).toEqual([true, false]);
  const late = Object.assign(new Error('…'), { name: 'TimeoutError' });
  expect(toAppError(late).isLogged).toBe(false);
});
