import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { expect, it } from 'vitest';
import { checkShare, splitAddresses } from './check-share.ts';

const MAIL = { recipients: ['ann@example.com'], subject: 'Flare', body: '' };

it('a mail needs a recipient and a subject, in the words of the specification', () => {
  expect(checkShare(MAIL)).toEqual({});
  expect(checkShare({ ...MAIL, recipients: [], subject: ' ' })).toEqual({
    recipients: PLACES_MESSAGES['share.recipientRequired'],
    subject: PLACES_MESSAGES['share.subjectRequired'],
  });
});

it('addresses are separated by spaces, commas, semicolons and line breaks', () => {
  expect(splitAddresses('a@b.c, d@e.f;g@h.i\nj@k.l ')).toEqual(['a@b.c', 'd@e.f', 'g@h.i', 'j@k.l']);
  expect(splitAddresses(' ')).toEqual([]);
});
