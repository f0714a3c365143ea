import { expect, it } from 'vitest';
import { INSTANCE_MESSAGES, MOCS_MESSAGES } from '@overlook/shared/messages';
import { conflict, notFound } from './app-error.ts';
import { messageKey } from './message-key.ts';
import { said } from './said.ts';

it('is that of the message, with values and without', () => {
  const withValues = notFound(said(INSTANCE_MESSAGES, 'job.unknown', { id: '7' }));
  expect(withValues.message).toBe('There is no job 7.');
  expect(messageKey(withValues.sentence)).toBe('job.unknown');
  expect(messageKey(notFound(MOCS_MESSAGES['moc.notFound']).sentence)).toBe('moc.notFound');
});

it('is none of a text for the operator', () => {
  expect(messageKey(conflict('The site “ridgeway” has a CAD layer already.').sentence)).toBeNull();
});
