import { beforeEach, expect, it } from 'vitest';
import { closeFeedback, EMPTY_FEEDBACK, feedback, openFeedback, resetFeedback } from './feedback-store.ts';

const draft = { values: { ...EMPTY_FEEDBACK, details: 'A gap' }, screenshot: null, failure: null };
beforeEach(resetFeedback);

it('keeps the words of a form that is closed unsent, until it is sent', () => {
  openFeedback();
  closeFeedback(draft);
  expect(feedback).toEqual({ isOpen: false, draft });
  openFeedback();
  closeFeedback(null);
  expect(feedback).toEqual({ isOpen: false, draft: null });
});

it('stores no empty form, and keeps no input for the next person', () => {
  closeFeedback({ ...draft, values: { ...EMPTY_FEEDBACK, callback: true, details: ' ' } });
  expect(feedback.draft).toBeNull();
  closeFeedback(draft);
  resetFeedback();
  expect(feedback.draft).toBeNull();
});
