import { describe, expect, it } from 'vitest';
import { feedbackInputSchema } from '@overlook/shared/schemas';
import { schemaErrors } from '../../parts/form/testing/schema-errors.ts';
import { checkFeedback } from './check-feedback.ts';
import { EMPTY_FEEDBACK } from './feedback-store.ts';

const GOOD = { ...EMPTY_FEEDBACK, details: 'A gap in the wall' };

describe('the errors of a feedback', () => {
  it('is nothing with details alone', () => expect(checkFeedback(GOOD)).toEqual({}));

  it('are all given together, in the specified sentences', () =>
    expect(checkFeedback({ ...EMPTY_FEEDBACK, callback: true })).toEqual({
      details: 'Please tell us some details regarding your feedback',
      phoneNumber: 'A phone number is required to receive a call back',
    }));

  it.each([
    { details: '' },
    { details: ' \n' },
    { callback: true },
    { callback: true, phoneNumber: '' },
    { callback: true, phoneNumber: '0412 345 678' },
    { phoneNumber: '+44 (20) 7946.0958' },
    { phoneNumber: '12' },
    { phoneNumber: 'call me' },
    { callback: true, phoneNumber: '+61 x' },
  ])('is what the server says: %j', (change) => {
    const values = { ...GOOD, ...change };
    expect(checkFeedback(values)).toEqual(schemaErrors(feedbackInputSchema, values));
  });
});
