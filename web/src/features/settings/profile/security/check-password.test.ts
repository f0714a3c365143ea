import { describe, expect, it } from 'vitest';
import { setPasswordInputSchema } from '@overlook/shared/schemas';
import { schemaErrors } from '../../../../parts/form/testing/schema-errors.ts';
import { checkPassword } from './check-password.ts';

describe('a change of password', () => {
  it.each([
    [{ oldPassword: '', newPassword: '', confirmNewPassword: '' }],
    [{ oldPassword: 'old one', newPassword: 'new one', confirmNewPassword: '' }],
    [{ oldPassword: 'old one', newPassword: 'new one', confirmNewPassword: 'another' }],
    [{ oldPassword: 'old one', newPassword: 'new one', confirmNewPassword: 'new one' }],
  ])('is refused in the words of the server: %j', (values) => {
    expect(checkPassword(values)).toEqual(schemaErrors(setPasswordInputSchema, values));
  });

  it('needs both new ones, the same', () => {
    expect(checkPassword({ oldPassword: 'a', newPassword: '', confirmNewPassword: '' })).toEqual({
      newPassword: 'New password must be provided',
      confirmNewPassword: 'New password must be provided',
    });
    expect(checkPassword({ oldPassword: 'a', newPassword: 'b', confirmNewPassword: 'c' })).toEqual({
      confirmNewPassword: 'Fields need to match',
    });
  });
});
