import { describe, expect, it } from 'vitest';
import { isEmail } from '../format/index.ts';
import { bookmarkSchema, emailSchema, signInInputSchema, slugSchema, userDataSchema } from './index.ts';

describe('e-mail addresses', () => {
  it.each(['a@b', 'first.last@overlook.example', 'a+b@c.d', `${'x'.repeat(64)}@y.z`])('takes %s', (text) =>
    expect(isEmail(text)).toBe(true),
  );
  it.each([
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    `${'x'.repeat(65)}@y.z`,
    'a b@c.d',
    ...[...'`#$^&*()_=[]{};\'\\|,<>?~"'].map((c) => `a${c}@b.c`),
  ])('refuses %s', (text) => expect(isEmail(text)).toBe(false));
  it('stores them trimmed and in lower case', () => {
    expect(emailSchema.parse(' Robin@Overlook.Example ')).toBe('robin@overlook.example');
    expect(emailSchema.safeParse('no').error?.issues[0]?.message).toBe('Please enter a valid e-mail address');
  });
});

describe('sign-in', () => {
  it('has the specification’s messages for missing values', () => {
    const messages = (input: unknown) => signInInputSchema.safeParse(input).error?.issues.map((issue) => issue.message);
    expect(messages({})).toEqual(['Email address is required', 'Password is required']);
    expect(messages({ email: ' ', password: '' })).toEqual(['Email address is required', 'Password is required']);
    expect(messages({ email: 1, password: {} })).toEqual(['Email address is required', 'Password is required']);
    expect(signInInputSchema.parse({ email: 'A@B.C', password: ' x ' })).toEqual({ email: 'a@b.c', password: ' x ' });
    // As addresses are stored: letters with separate accents and full-width ones too.
    for (const email of [' JOSE\u0301@b.example', 'ｊosé@b.example'])
      expect(signInInputSchema.parse({ email, password: 'x' }).email).toBe(emailSchema.parse(email));
  });
});

describe('bookmarks', () => {
  const axis = { x: 0, y: 0, z: 1 };
  const bookmark = {
    position: { x: 1, y: 2, z: 3 },
    direction: axis,
    up: axis,
    right: axis,
    transform: Array.from({ length: 16 }, () => 0),
    frustum: { near: 0.1, far: 1e6 },
  };
  it('are taken exactly as specified', () => {
    expect(bookmarkSchema.parse(bookmark)).toEqual(bookmark);
    expect(bookmarkSchema.safeParse({ ...bookmark, transform: [1] }).success).toBe(false);
    expect(bookmarkSchema.safeParse({ ...bookmark, extra: 1 }).success).toBe(false);
    expect(bookmarkSchema.safeParse({ ...bookmark, position: { x: Number.NaN, y: 0, z: 0 } }).success).toBe(false);
  });
});

describe('slugs', () => {
  it.each(['a', 'ridgeway', 'north-sea-2'])('takes %s', (slug) =>
    expect(slugSchema.safeParse(slug).success).toBe(true),
  );
  it.each(['', 'A', 'a_b', '-a', 'a-', 'a--b', '..', 'a/b', 'é', 'x'.repeat(65)])('refuses %s', (slug) =>
    expect(slugSchema.safeParse(slug).success).toBe(false),
  );
});

describe('user data', () => {
  it('is complete when read from an empty object', () => {
    expect(userDataSchema.parse({})).toEqual({
      lastActive: null,
      recipients: [],
      agreedToDisclaimer: false,
      security: { enable2FA: false },
      subscriptions: { featuresEmail: false, featuresSMS: false, pointGrabEmail: false, pointGrabSMS: false },
    });
  });
});
