import { describe, expect, it } from 'vitest';
import { createUserInputSchema, updateUserInputSchema } from '@overlook/shared/schemas';
import { schemaErrors } from './schema-errors.ts';

const PERSON = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@overlook.example' };
const EMPTY = { firstName: ' ', lastName: '', email: '', password: '', passwordConfirmation: '' };

describe('what a form says of its fields', () => {
  it('is the specification’s sentence for each', () => {
    expect(schemaErrors(createUserInputSchema, EMPTY)).toEqual({
      firstName: 'Please enter a given name',
      lastName: 'Please enter a last name',
      email: 'Please enter an e-mail address',
      password: 'Please enter a password',
    });
  });

  it.each([
    [{ password: 'short', passwordConfirmation: 'short' }, { password: 'Password must be atleast 6 characters long' }],
    [
      { password: 'long enough', passwordConfirmation: 'other' },
      { passwordConfirmation: 'Password must match confirmation' },
    ],
  ])('is about the password where that is wrong', (passwords, errors) => {
    expect(schemaErrors(createUserInputSchema, { ...PERSON, ...passwords })).toEqual(errors);
    expect(schemaErrors(updateUserInputSchema, { id: 1, ...PERSON, ...passwords })).toEqual(errors);
  });

  it('is nothing for what can be saved', () => {
    const values = { id: 1, version: 1, ...PERSON, password: '', passwordConfirmation: '' };
    expect(schemaErrors(updateUserInputSchema, values)).toEqual({});
  });
});
