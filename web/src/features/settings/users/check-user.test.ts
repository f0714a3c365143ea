import { describe, expect, it } from 'vitest';
import { createUserInputSchema, updateUserInputSchema } from '@overlook/shared/schemas';
import { schemaErrors } from '../../../parts/form/testing/schema-errors.ts';
import { checkUser } from './check-user.ts';

const ANA = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: ' Ana@Overlook.example ',
  password: 'correct horse',
  passwordConfirmation: 'correct horse',
  isInvited: false,
};

describe('the errors of a user', () => {
  it('are none when all values are present', () => expect(checkUser(ANA, true)).toEqual({}));

  it('is the specification’s sentence for each empty field', () => {
    const empty = { ...ANA, firstName: ' ', lastName: '', email: '', password: '', passwordConfirmation: '' };
    expect(checkUser(empty, true)).toEqual({
      firstName: 'Please enter a given name',
      lastName: 'Please enter a last name',
      email: 'Please enter an e-mail address',
      password: 'Please enter a password',
    });
  });

  it('ignore an absent password of an invited user', () =>
    expect(checkUser({ ...ANA, password: '', passwordConfirmation: '', isInvited: true }, true)).toEqual({}));

  it('ignore an absent password on edit', () => {
    expect(checkUser({ ...ANA, password: '', passwordConfirmation: '' }, false)).toEqual({});
    expect(checkUser({ ...ANA, password: '', passwordConfirmation: 'x' }, false)).toEqual({
      passwordConfirmation: 'Password must match confirmation',
    });
  });

  const email = (text: string) => ({ email: text });
  it.each([
    {},
    { firstName: '' },
    { lastName: '\t' },
    email('not an address'),
    email('two@at@signs'),
    email(`${'a'.repeat(64)}@b.c`),
    email(`${'a'.repeat(65)}@b.c`),
    ...[...'`#$^&*()_=[]{};\'\\|,<>?~"'].map((sign) => email(`a${sign}b@c.d`)),
    { password: 'short', passwordConfirmation: 'short' },
    { password: '123456', passwordConfirmation: '1234567' },
    { password: '', passwordConfirmation: '' },
  ])('is what the server says: %j', (change) => {
    const values = { ...ANA, ...change };
    expect(checkUser(values, true)).toEqual(schemaErrors(createUserInputSchema, values));
    expect(checkUser(values, false)).toEqual(schemaErrors(updateUserInputSchema, { ...values, id: 1 }));
  });
});
