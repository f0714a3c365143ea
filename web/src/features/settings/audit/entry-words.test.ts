import { describe, expect, it } from 'vitest';
import { emailText, entryFacts, outcomeText, subjectText, whoText } from './entry-words.ts';

const user = { id: 5, firstName: 'Ana', lastName: 'Ruiz', email: 'ana@overlook.example' };

describe('an entry of the audit', () => {
  it('names who did it, the product and strangers included', () => {
    expect(whoText({ user, address: '::1' })).toBe('Ana Ruiz');
    expect(whoText({ user: null, address: '::1' })).toBe('No user signed in');
    expect(whoText({ user: null, address: null })).toBe('The product itself');
    expect(emailText({ user: { ...user, email: 'deleted-5' } })).toBe('Deleted');
  });

  it('says how it ended', () => {
    expect(outcomeText(null)).toBe('Done');
    expect(outcomeText('WRONG_CREDENTIALS')).toBe('Refused: wrong credentials');
  });

  it('names its subject, also a deleted one', () => {
    expect(subjectText({ subject: 'role:3', names: { 'role:3': 'Viewer' }, details: { name: 'Old' } })).toBe('Viewer');
    expect(subjectText({ subject: 'role:3', names: {}, details: { name: 'Old' } })).toBe('Old');
    expect(subjectText({ subject: 'job:3', names: {}, details: {} })).toBe('Job 3');
    expect(subjectText({ subject: null, names: {}, details: {} })).toBe('');
  });

  it('shows every detail that was written down', () => {
    const details = { email: 'ana@overlook.example', roles: { added: [1, 2] } };
    const names = { 'user:5': 'Ana Ruiz', 'role:1': 'Viewer' };
    const entry = { id: 1, at: '2026-11-21T08:00:00.000Z', user, address: null, subject: 'user:5', refusal: null };
    const facts = entryFacts({ ...entry, action: 'users.update', details, names });
    expect(facts).toContainEqual({ name: 'Action', value: 'Change user' });
    expect(facts).toContainEqual({ name: 'E-mail', value: 'ana@overlook.example' });
    expect(facts).toContainEqual({ name: 'Roles', value: 'Added Viewer, Role 2' });
    expect(facts).toContainEqual({ name: 'Done to', value: 'Ana Ruiz' });
    expect(facts.at(-1)).toEqual({ name: 'Operation', value: 'users.update, user:5' });
  });
});
