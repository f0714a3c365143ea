import { describe, expect, it } from 'vitest';
import { assertStrongPassword } from './weak-password.ts';

const EMAIL = 'robin.person@overlook.example';

describe('a new password', () => {
  it.each([
    ['12345', 'Password must be atleast 6 characters long'],
    // Five characters, ten UTF-16 units.
    ['🗼🗼🗼🗼🗼', 'Password must be atleast 6 characters long'],
    ['123456', 'This password is one of the most common. Choose another.'],
    ['PassWord', 'This password is one of the most common. Choose another.'],
    ['trustno1', 'This password is one of the most common. Choose another.'],
    ['Robin.Person@overlook.example', 'The password must not be the e-mail address.'],
    ...['Overlook1!', '!!OVERLOOK2026', 'robin123', 'RobinPerson', 'person.2', 'example99'].map((word) => [
      word,
      'This password is easy to guess from the product or the e-mail address. Choose another.',
    ]),
  ])('must not be %s', async (password, sentence) => {
    await expect(assertStrongPassword(password, EMAIL, 'newPassword')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: sentence,
      fields: { newPassword: sentence },
    });
  });
  it.each(['correct horse', 'пароль-из-слов', '漢字漢字漢字', 'overlook-admin', '83640172', 'robin of the hood'])(
    'may be %s',
    async (password) => {
      await expect(assertStrongPassword(password, EMAIL, 'password')).resolves.toBeUndefined();
    },
  );
});
