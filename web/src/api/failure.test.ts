import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

const answered = (data: object) =>
  TRPCClientError.from({ error: { message: 'BAD_REQUEST', code: -32_600, data } } as never);

describe('the failure of a call', () => {
  it('is the sentence of the server', () => {
    const app = { error: 'The e-mail or the password is not right.', code: 'WRONG_CREDENTIALS' };
    expect(failureOf(answered({ httpStatus: 401, app }))).toEqual({
      kind: 'answer',
      shortMessage: 'WRONG_CREDENTIALS',
      longMessage: 'The e-mail or the password is not right.',
      httpStatus: 401,
      fields: {},
    });
  });

  it('names the fields that are wrong', () => {
    const app = { error: 'Not valid.', code: 'INVALID_INPUT', fields: { email: 'Email address is required' } };
    expect(failureOf(answered({ httpStatus: 400, app })).fields).toEqual({ email: 'Email address is required' });
  });

  it.each([new TypeError('Failed to fetch'), TRPCClientError.from(new Error('not JSON')), 'text', null])(
    'is the specified pair of words for %s',
    (error) =>
      expect(failureOf(error)).toMatchObject({
        kind: 'network',
        shortMessage: 'JSON Error',
        longMessage: 'Server Error',
      }),
  );
});
