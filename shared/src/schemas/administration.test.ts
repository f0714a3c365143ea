import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  createRoleInputSchema,
  createUserInputSchema,
  idInputSchema,
  updateUserInputSchema,
  userPageInputSchema,
} from './index.ts';
import { searchInputSchema } from './input.ts';

/** The first message by path. */
function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

describe('ids that come in', () => {
  it('are keys, as numbers or as plain decimal text', () => {
    expect(['7', 7, '2147483647'].map((id) => idInputSchema.parse(id))).toEqual([7, 7, 2147483647]);
  });
  it.each([
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '0x1',
    '2147483648',
    '9'.repeat(30),
    0,
    -1,
    1.5,
    2147483648,
    null,
    {},
    'abc',
  ])('refuses %j', (id) => expect(idInputSchema.safeParse(id).success).toBe(false));
});

describe('a user to be saved', () => {
  const person = { firstName: ' Ana ', lastName: 'Ruiz', email: 'Ana.Ruiz@Overlook.Example', password: 'pässword' };

  it('has the specification’s messages for missing values', () => {
    const missing = {
      firstName: 'Please enter a given name',
      lastName: 'Please enter a last name',
      email: 'Please enter an e-mail address',
      password: 'Please enter a password',
    };
    expect(messages(createUserInputSchema, {})).toEqual(missing);
    expect(messages(createUserInputSchema, { firstName: ' ', lastName: '', email: ' ', password: '' })).toEqual(
      missing,
    );
  });
  it.each([
    [{ email: 'no' }, { email: 'Please enter a valid e-mail address' }],
    [{ email: 'a@b@c' }, { email: 'Please enter a valid e-mail address' }],
    [{ email: `${'x'.repeat(65)}@b.c` }, { email: 'Please enter a valid e-mail address' }],
    [{ password: '12345' }, { password: 'Password must be atleast 6 characters long' }],
    [{ passwordConfirmation: 'other' }, { passwordConfirmation: 'Password must match confirmation' }],
    [{ firstName: 'x'.repeat(101) }, { firstName: 'At most 100 characters are allowed' }],
    [{ lastName: 'a\0b' }, { lastName: 'Control characters are not allowed' }],
    [{ roleList: [0] }, { 'roleList.0': 'This is not a number from 1 to 2147483647' }],
  ])('%j', (change, expected) => expect(messages(createUserInputSchema, { ...person, ...change })).toEqual(expected));

  it('is trimmed, its address in lower case, its lists sets', () => {
    const saved = createUserInputSchema.parse({ ...person, firstName: ' 漢字 Ángström ', roleList: [3, '3', 2] });
    expect(saved).toMatchObject({ firstName: '漢字 Ángström', email: 'ana.ruiz@overlook.example', roleList: [3, 2] });
    expect(createUserInputSchema.parse({ ...person, email: `${'x'.repeat(64)}@b.c` }).email).toHaveLength(68);
  });

  it('keeps its password when edited without one', () => {
    const edited = { ...person, id: '5', password: '' };
    expect(updateUserInputSchema.parse(edited)).toMatchObject({ id: 5 });
    expect(messages(updateUserInputSchema, { ...edited, passwordConfirmation: 'x' })).toEqual({
      passwordConfirmation: 'Password must match confirmation',
    });
    expect(messages(updateUserInputSchema, { ...edited, password: '12345' })).toEqual({
      password: 'Password must be atleast 6 characters long',
    });
  });
});

describe('a role to be saved', () => {
  it('has entries for known permissions at ids only, and for global ones at 0 only', () => {
    const explicitPermissions = {
      0: { 'USERS:VIEW': true, 'VIEW:CAD': null },
      4: { 'VIEW:CAD': false, 'USERS:VIEW': true, NONE: true },
      '-1': {},
    };
    expect(messages(createRoleInputSchema, {})).toEqual({ displayName: 'Please enter a display name' });
    expect(messages(createRoleInputSchema, { displayName: 'x', explicitPermissions })).toEqual({
      'explicitPermissions.4.USERS:VIEW': 'This permission is global only',
      'explicitPermissions.4.NONE': 'There is no such permission',
      'explicitPermissions.-1': 'There is no such site',
    });
  });
});

describe('a list page', () => {
  it('has defaults, limits, and no control characters in the search', () => {
    expect(userPageInputSchema.parse({})).toEqual({
      search: '',
      sort: 'name',
      direction: 'asc',
      page: 1,
      pageSize: 50,
      status: 'all',
    });
    expect(userPageInputSchema.safeParse({ pageSize: 201 }).success).toBe(false);
    expect(searchInputSchema.parse(' a\0b ')).toBe('a b');
  });
});
