import { describe, expect, it } from 'vitest';
import { emailText, entryFacts, outcomeText, whoText } from './entry-words.ts';

const user = { id: 5, firstName: 'Ana', lastName: 'Ruiz', email: 'ana@overlook.example' };

describe('an entry of the audit', () => {
  it('names who did it, the product and strangers included', () => {
    expect(whoText({ user, address: '::1' })).toBe('Ana Ruiz');
    expect(whoText({ user: null, address: '::1' })).toBe('Nobody signed in');
    expect(whoText({ user: null, address: null })).toBe('The product itself');
    expect(emailText({ user: { ...user, email: 'deleted-5' } })).toBe('Deleted');
  });

  it('says how it ended', () => {
    expect(outcomeText(null)).toBe('Done');
    expect(outcomeText('WRONG_CREDENTIALS')).toBe('Refused: wrong credentials');
  });

  it('shows every detail that was written down', () => {
    const details = { email: 'ana@overlook.example', roles: { added: [1, 2] } };
    const entry = { id: 1, at: '2026-11-21T08:00:00.000Z', user, address: null, subject: 'user:5', refusal: null };
    const facts = entryFacts({ ...entry, action: 'users.update', details });
    expect(facts).toContainEqual({ name: 'Action', value: 'Users: update (users.update)' });
    expect(facts).toContainEqual({ name: 'email', value: 'ana@overlook.example' });
    expect(facts).toContainEqual({ name: 'roles', value: '{"added":[1,2]}' });
  });
});
