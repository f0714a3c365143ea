import { afterEach, expect, it, vi } from 'vitest';
import { failureOf } from './failure.ts';
import { sendFeedback } from './send-feedback.ts';

const FORM = { feedbackType: 'idea', phoneNumber: null, callback: false, details: 'A gap', screenshot: null } as const;
const answer = (response: Response) => vi.stubGlobal('fetch', async () => response);
const failure = async () => failureOf(await sendFeedback(FORM).catch((error: unknown) => error));

afterEach(() => vi.unstubAllGlobals());

it('ends without a message when it was accepted', async () => {
  answer(Response.json({ status: 'success' }));
  await expect(sendFeedback(FORM)).resolves.toBeUndefined();
});

it('fails with the sentences of the server', async () => {
  answer(Response.json({ error: 'Not valid.', code: 'INVALID_INPUT', fields: { details: 'Say it' } }, { status: 400 }));
  expect(await failure()).toMatchObject({ longMessage: 'Not valid.', httpStatus: 400, fields: { details: 'Say it' } });
});

it('fails when the answer is not from the server', async () => {
  answer(new Response('<h1>Too large</h1>', { status: 413 }));
  expect(await failure()).toMatchObject({ httpStatus: 413, fields: {} });
});
