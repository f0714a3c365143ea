import { expect, it } from 'vitest';
import { signInAddress } from './sign-in-address.ts';

const TOKEN = 'k-7_'.repeat(10);

it.each([
  [`/users/passwordreset/${TOKEN}`, { screen: 'reset', token: TOKEN }],
  [`/users/passwordreset/${TOKEN}/`, { screen: 'reset', token: TOKEN }],
  [`/users/passwordreset/${TOKEN}.`, { screen: 'reset', token: TOKEN }],
  [`/users/passwordreset/${TOKEN}%3E`, { screen: 'reset', token: TOKEN }],
  ['/users/passwordreset/', { screen: 'reset', token: '' }],
  ['/users/passwordreset', { screen: 'reset', token: '' }],
  [`/auth/12/${TOKEN}`, { screen: 'exchange', id: 12, token: TOKEN }],
  ['/auth/12', { screen: 'exchange', id: 12, token: '' }],
  ['/auth/0/x', { screen: 'exchange', id: null, token: 'x' }],
  ['/auth/', { screen: 'exchange', id: null, token: '' }],
  ['/', null],
  ['/forgotpassword', { screen: 'forgotten' }],
  ['/settings/security/users', null],
  ['/authors', null],
])('%s is %j', (path, address) => expect(signInAddress(path)).toEqual(address));
