import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feedback, mails, users } from '@overlook/db/schema';
import { FEEDBACK_IN_WINDOW, FEEDBACK_KEPT_MS, FEEDBACK_WINDOW_MS, MAIL_KEPT_MS } from '@overlook/shared/config';
import { fakeClock } from '../../testing/fake-clock.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { mailsTo } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sweepMessages } from './send-feedback.ts';

/** One transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SCREENSHOT = `data:image/png;base64,${PNG}`;
const FORM = { feedbackType: 'issue', phoneNumber: '', callback: false, details: 'A <b>gap</b>', screenshot: null };
let server: TestServer;
let person: TestPerson;
/** A person who may leave feedback at a site that they may view. */
const aSender = () =>
  aPerson(server, {
    entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true, 'FEATURE:PRODUCTFEEDBACK': true } },
  });
beforeAll(async () => {
  server = await startTestServer();
  person = await aSender();
});
afterAll(() => server.close());
beforeEach(() => server.database.db.delete(mails));
afterEach(() => server.database.db.delete(feedback));

const send = (changes: object = {}) => person.ask('POST', '/users/feedbackform', { ...FORM, ...changes });
const stored = async () => (await server.database.db.select().from(feedback))[0]!;

describe('feedback', () => {
  it('is kept and mailed to the administrators, with the screenshot as a file', async () => {
    const answer = await send({ callback: true, phoneNumber: '0412 345 678', screenshot: SCREENSHOT });
    expect(answer).toEqual({ status: 200, body: { status: 'success' } });
    expect(await stored()).toMatchObject({ userId: person.id, phoneNumber: '+61412345678', screenshot: SCREENSHOT });
    const sent = await mailsTo(server, server.people.admin);
    expect(sent).toMatchObject([
      {
        replyTo: person.email,
        subject: 'Overlook feedback: issue',
        attachments: [{ filename: 'screenshot.png', contentType: 'image/png', base64: PNG }],
      },
    ]);
    for (const part of ['+61412345678', '> A <b>gap</b>', person.email]) expect(sent[0]!.body).toContain(part);
    expect(await server.database.db.select().from(mails)).toHaveLength(1);
  });

  it('goes to the operator where one is named', async () => {
    const named = await startTestServer({ OPERATOR_EMAIL: 'operator@overlook.example' });
    const admin = await named.token(named.people.admin);
    await named.app.inject({
      method: 'POST',
      url: '/api/users/feedbackform',
      headers: { authorization: `Bearer ${admin}` },
      payload: FORM,
    });
    expect(await mailsTo(named, 'operator@overlook.example')).toHaveLength(1);
    await named.close();
  });

  it('fails with the specified message when no one would read it, and stores nothing', async () => {
    const setDisabled = (disabledAt: Date | null) =>
      server.database.db.update(users).set({ disabledAt }).where(eq(users.email, server.people.admin));
    await setDisabled(new Date());
    const answer = await send();
    await setDisabled(null);
    expect(answer.status).toBe(503);
    expect(answer.body['error']).toMatch(/^It appears the message server is having problems sending messages/);
    expect(await stored()).toBeUndefined();
  });

  it('is limited by person, also when much is sent at once, and forgotten after half a year', async () => {
    const answers = await Promise.all(Array.from({ length: FEEDBACK_IN_WINDOW + 2 }, () => send()));
    expect(answers.map((answer) => answer.status).filter((status) => status === 429)).toHaveLength(2);
    expect((await send()).body).toEqual({
      error: 'You have sent feedback many times within an hour. Try again later.',
      code: 'TOO_MANY_TRIES',
    });
    const { db } = server.database;
    const other = await aSender();
    expect((await other.ask('POST', '/users/feedbackform', FORM)).status).toBe(200);
    const kept = (afterMs: number) =>
      sweepMessages({ db, clock: fakeClock(new Date(server.clock.now().getTime() + afterMs)) }).then(async () => [
        await db.$count(feedback),
        await db.$count(mails),
      ]);
    const sent = FEEDBACK_IN_WINDOW + 1;
    await db.update(mails).set({ createdAt: server.clock.now() });
    expect(await kept(0)).toEqual([sent, sent]);
    expect(await kept(MAIL_KEPT_MS + 1)).toEqual([sent, 0]);
    expect(await kept(FEEDBACK_KEPT_MS + 1)).toEqual([0, 0]);
  });

  it('may be sent again an hour later', async () => {
    const createdAt = new Date(server.clock.now().getTime() - FEEDBACK_WINDOW_MS + 1000);
    const old = Array.from({ length: FEEDBACK_IN_WINDOW }, () => ({ userId: person.id, details: 'x', createdAt }));
    await server.database.db.insert(feedback).values(old);
    expect((await send()).status).toBe(429);
    server.clock.advance(1000);
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['0412 345 678', '+61412345678'],
    ['+61 0412345678', '+61412345678'],
    ['412-345-678', '+61412345678'],
    ['+44 (20) 7946.0958', '+442079460958'],
    ['+61', null],
    ['', null],
    [null, null],
  ])('takes the number %j for %j', async (phoneNumber, number) => {
    expect((await send({ phoneNumber })).status).toBe(200);
    expect((await stored()).phoneNumber).toBe(number);
  });

  it.each([
    [{ details: ' ' }, { details: 'Please tell us some details regarding your feedback' }],
    [{ details: undefined }, { details: 'Please tell us some details regarding your feedback' }],
    [{ callback: true }, { phoneNumber: 'A phone number is required to receive a call back' }],
    [{ callback: true, phoneNumber: '+61 ' }, { phoneNumber: 'A phone number is required to receive a call back' }],
    [{ phoneNumber: 'call me' }, { phoneNumber: 'Please enter a valid phone number' }],
    [{ phoneNumber: `+${'1'.repeat(16)}` }, { phoneNumber: 'Please enter a valid phone number' }],
    [{ screenshot: 'data:image/svg+xml;base64,PHN2Zz4=' }, { screenshot: 'The screenshot is not a PNG image' }],
    [{ screenshot: 'https://elsewhere.example/a.png' }, { screenshot: 'The screenshot is not a PNG image' }],
    [
      { screenshot: `data:image/png;base64,iVBORw0KGgo${Buffer.from('<script>').toString('base64')}` },
      { screenshot: 'The screenshot is not a PNG image' },
    ],
    [{ screenshot: `${SCREENSHOT}"><script>` }, { screenshot: 'The screenshot is not a PNG image' }],
  ])('refuses %j', async (changes, fields) => {
    const answer = await send(changes);
    expect([answer.status, answer.body['fields']]).toEqual([400, fields]);
  });

  it('may have a large screenshot, but not of any size', async () => {
    const size = { width: 1600, height: 1000, channels: 3 } as const;
    const noise = await sharp(randomBytes(4_800_000), { raw: size }).png().toBuffer();
    expect(noise.length).toBeGreaterThan(4_800_000);
    expect((await send({ screenshot: `data:image/png;base64,${noise.toString('base64')}` })).status).toBe(200);
    const tooLarge = SCREENSHOT.replace('==', 'A'.repeat(9 * 1024 * 1024));
    expect((await send({ screenshot: tooLarge })).status).toBe(413);
  });

  it('is for those who hold the permission somewhere', async () => {
    const [nobody, everywhere] = [
      await aPerson(server, { allowed: ['VIEW:TEXTURED'] }),
      await aPerson(server, { allowed: ['FEATURE:PRODUCTFEEDBACK'] }),
    ];
    expect((await nobody.ask('POST', '/users/feedbackform', FORM)).status).toBe(403);
    expect((await everywhere.ask('POST', '/users/feedbackform', FORM)).status).toBe(200);
  });
});
