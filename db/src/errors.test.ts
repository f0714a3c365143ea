import { describe, expect, it } from 'vitest';
import { DiskFullError, isDiskFull, uniqueViolation } from './errors.ts';

/** An error with a code, below a number of errors that it caused. */
function caused(fields: object, depth: number): Error {
  let error = Object.assign(new Error('the cause'), fields);
  for (let i = 0; i < depth; i++) error = new Error('failed', { cause: error });
  return error;
}

describe('a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100'])('is known by the code %s, of the error or of its cause', (code) => {
    expect([0, 1, 4].map((depth) => isDiskFull(caused({ code }, depth)))).toEqual([true, true, true]);
  });

  it('is what the guard of the disk throws', () => {
    expect(isDiskFull(new DiskFullError())).toBe(true);
    expect(isDiskFull(new Error('failed', { cause: new DiskFullError() }))).toBe(true);
  });

  it.each([[null], [undefined], ['ENOSPC'], [new Error('ENOSPC')], [caused({ code: 'ENOENT' }, 1)]])(
    'is not %s',
    (error) => {
      expect(isDiskFull(error)).toBe(false);
    },
  );

  it('is looked for in a circle of causes only for a while', () => {
    const error: Error = new Error('failed');
    error.cause = error;
    expect(isDiskFull(error)).toBe(false);
    expect(uniqueViolation(error)).toBeNull();
  });
});

describe('a violated unique constraint', () => {
  it('has its name, which PGlite and postgres.js call differently', () => {
    expect(uniqueViolation(caused({ code: '23505', constraint: 'users_email' }, 1))).toEqual({
      constraint: 'users_email',
    });
    expect(uniqueViolation(caused({ code: '23505', constraint_name: 'users_email' }, 2))).toEqual({
      constraint: 'users_email',
    });
    expect(uniqueViolation(caused({ code: '23505' }, 0))).toEqual({ constraint: '' });
  });

  it('is the first SQLSTATE among the causes, and no other failure', () => {
    expect(uniqueViolation(caused({ code: '23503', constraint: 'users_email' }, 1))).toBeNull();
    const outer = Object.assign(new Error('in a transaction', { cause: caused({ code: '23505' }, 0) }), {
      code: '40001',
    });
    expect(uniqueViolation(outer)).toBeNull();
    const named = Object.assign(new Error('query', { cause: caused({ code: '23505' }, 0) }), { code: 'QUERY_FAILED' });
    expect(uniqueViolation(named)).toEqual({ constraint: '' });
    expect(uniqueViolation('23505')).toBeNull();
  });
});
