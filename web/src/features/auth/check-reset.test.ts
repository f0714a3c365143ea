import { describe, expect, it } from 'vitest';
import { resetPasswordInputSchema } from '@overlook/shared/schemas';
import { schemaErrors } from '../../parts/form/testing/schema-errors.ts';
import { checkReset, resetProblem } from './check-reset.ts';

describe('a new password', () => {
  it.each([
    { email: '', password: '' },
    { email: 'nobody', password: 'long enough' },
    { email: 'a@overlook.example', password: '' },
    { email: ' a@overlook.example ', password: 'long enough' },
  ])('is refused in the words of the server: %j', (values) => {
    const input = { ...values, email: values.email.trim(), passwordResetToken: 'token' };
    expect(checkReset(values)).toEqual(schemaErrors(resetPasswordInputSchema, input));
  });
});

describe('a failed reset', () => {
  const answer = {
    kind: 'answer',
    shortMessage: 'CODE',
    longMessage: 'A sentence.',
    httpStatus: 400,
    fields: {},
  } as const;

  it.each([
    ['a dead link', { ...answer, fields: { passwordResetToken: 'Dead.' } }, { kind: 'link', text: 'Dead.' }],
    ['a weak password', { ...answer, fields: { password: 'Weak.' } }, { kind: 'field' }],
    ['too many tries', { ...answer, httpStatus: 429 }, { kind: 'sentence', text: 'A sentence.' }],
    ['an error of the server', { ...answer, httpStatus: 500 }, { kind: 'system' }],
    ['no answer', { ...answer, kind: 'network', httpStatus: null } as const, { kind: 'system' }],
  ])('tells of %s', (_what, failure, problem) => expect(resetProblem(failure)).toEqual(problem));
});
