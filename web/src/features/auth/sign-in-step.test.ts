import { TRPCClientError } from '@trpc/client';
import { describe, expect, it, vi } from 'vitest';
import { orStartAgain } from './sign-in-step.ts';

const refused = (code: string, error: string) =>
  Promise.reject(
    TRPCClientError.from({
      error: { message: code, code: -32_600, data: { httpStatus: 401, app: { code, error } } },
    } as never),
  );

describe('a call of a half-finished sign-in', () => {
  it('gives its answer', async () => {
    const startAgain = vi.fn();
    await expect(orStartAgain(Promise.resolve('answer'), startAgain)).resolves.toBe('answer');
    expect(startAgain).not.toHaveBeenCalled();
  });

  it('sends a user who took too long back to the start, with the sentence of the server', async () => {
    const startAgain = vi.fn();
    await expect(orStartAgain(refused('SIGN_IN_EXPIRED', 'Too late.'), startAgain)).rejects.toThrow();
    expect(startAgain).toHaveBeenCalledExactlyOnceWith('Too late.');
  });

  it.each([
    ['a wrong code', () => refused('WRONG_CREDENTIALS', 'The code is not right.')],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('lets people try again after %s', async (_what, call) => {
    const startAgain = vi.fn();
    await expect(orStartAgain(call(), startAgain)).rejects.toThrow();
    expect(startAgain).not.toHaveBeenCalled();
  });
});
