import { expect, it } from 'vitest';
import { checkCredentials } from './sign-in.ts';

it.each([
  [
    { email: '', password: '' },
    { email: 'Email address is required', password: 'Password is required' },
  ],
  [{ email: '   ', password: 'x' }, { email: 'Email address is required' }],
  [{ email: 'a@b.c', password: '' }, { password: 'Password is required' }],
  [{ email: 'a@b.c', password: ' ' }, {}],
])('%j is answered with %j', (credentials, errors) => expect(checkCredentials(credentials)).toEqual(errors));
