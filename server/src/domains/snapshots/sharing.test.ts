import { eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs, mails, snapshotShares, users } from '@overlook/db/schema';
import {
  SAVED_RECIPIENTS_MOST,
  SHARED_MAILS_IN_WINDOW,
  MAILS_WINDOW_MS,
  SHARES_LISTED_MS,
} from '@overlook/shared/config';
import { toMessage } from '../../services/mail/transport.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { aPicture, savePlace, uploadPicture } from '../../testing/places.ts';
import { mailsTo } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const PUBLIC_URL = 'https://view.plant.example';
const FOREIGN = 'Only links to Places of this installation can be sent.';

describe.each(kinds)('sharing a Place on $name', ({ open }) => {
  let server: TestServer;
  let sender: TestPerson;
  let place: { id: number; siteId: number };
  let url: string;
  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL }, undefined, open);
    sender = await aPerson(server, { name: 'Olive', entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true } } });
    const { uuid } = (await uploadPicture(server, sender, await aPicture())).body;
    place = (await savePlace(server, sender, { name: 'Tank <4>', filename: uuid })) as typeof place;
    url = `${PUBLIC_URL}/bookmark/${place.siteId}/${place.id}`;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.db.delete(snapshotShares);
    await server.database.db.delete(mails);
    await server.database.db.delete(jobs);
  });

  const share = (changes: object = {}, person = sender) =>
    person.ask('POST', '/snapshots/bookmark/share', {
      sender: 'somebody@else.example',
      subject: 'Look at this',
      body: 'The <b>north</b> side',
      recipients: ['kim@x.example'],
      shareURL: url,
      ...changes,
    });
  const addresses = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}@x.example`);
  const recipientsOf = async () => (await sender.ask('GET', '/auth/check')).body['user'].data.recipients as string[];
  const shares = async (input: object = {}) =>
    (await query(server, sender.token, 'snapshots.shares', input)).body['shares'] as Record<string, unknown>[];

  it('sends no second mail when the same call is repeated', async () => {
    const guid = crypto.randomUUID();
    const answers = await Promise.all([1, 2].map(() => share({ guid })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await share({ guid, recipients: ['kim@x.example', 'lee@x.example'] })).status).toBe(200);
    expect(await mailsTo(server, 'kim@x.example')).toHaveLength(1);
    expect(await mailsTo(server, 'lee@x.example')).toHaveLength(1);
    expect(await shares()).toHaveLength(2);
  });

  it('mails each recipient from the person who is signed in, with the picture within the mail', async () => {
    expect(await share({ recipients: ['kim@x.example', 'lee@x.example'] })).toEqual({
      status: 200,
      body: { status: 'success' },
    });
    const [mail] = await mailsTo(server, 'kim@x.example');
    expect(await mailsTo(server, 'lee@x.example')).toHaveLength(1);
    expect(mail).toMatchObject({ subject: 'Look at this', replyTo: sender.email });
    for (const part of ['Olive', 'Tank <4>', '> The <b>north</b> side', url]) expect(mail!.body).toContain(part);
    for (const part of ['Tank &lt;4&gt;', '&lt;b&gt;north', `href="${url}"`, 'src="cid:place"'])
      expect(mail!.html).toContain(part);
    expect(`${mail!.body}${mail!.html}`).not.toContain('somebody@else.example');
    const [attachment] = mail!.attachments!;
    expect(await sharp(Buffer.from(attachment!.base64, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1920,
      height: 960,
    });
  });

  it('writes a message that mail programs show with the picture in place', async () => {
    await share();
    const [mail] = await mailsTo(server, 'kim@x.example');
    const composer = createTransport({ streamTransport: true, buffer: true });
    const { message } = await composer.sendMail(
      toMessage({
        messageId: 'x@x.example',
        date: new Date(0),
        from: { name: 'Overlook', address: 'no-reply@x.example' },
        recipient: mail!.recipient,
        replyTo: mail!.replyTo,
        subject: mail!.subject,
        text: mail!.body!,
        html: mail!.html!,
        attachments: mail!.attachments!,
      }),
    );
    const text = (message as Buffer).toString().replaceAll(/(?:[A-Za-z0-9+/]{76}\r?\n)+/g, '');
    expect(text).toContain(`Reply-To: ${sender.email}`);
    expect(text).toMatch(/Content-Type: multipart\/related/);
    const headers = text.split(/\r?\n\r?\n/).find((block) => /Content-Type: image\/jpeg/.test(block));
    for (const header of ['Content-ID: <place>', 'Content-Disposition: inline']) expect(headers).toContain(header);
  });

  it('has no picture where the Place has none', async () => {
    const { id, siteId } = await savePlace(server, sender);
    expect((await share({ shareURL: `${PUBLIC_URL}/bookmark/${siteId}/${id}` })).status).toBe(200);
    const [mail] = await mailsTo(server, 'kim@x.example');
    expect(mail!.attachments).toEqual([]);
    expect(mail!.html).not.toContain('<img');
  });

  it.each([
    'https://evil.example/bookmark/SITE/ID',
    'https://view.plant.example.evil.example/bookmark/SITE/ID',
    'https://view.plant.example@evil.example/bookmark/SITE/ID',
    'http://view.plant.example/bookmark/SITE/ID',
    'https://view.plant.example/bookmark/SITE/ID/more',
    'https://view.plant.example/bookmark/SITE/ID?next=https://evil.example',
    'https://view.plant.example/bookmark/SITE/ID#x',
    'https://view.plant.example/bookmark/SITE/../../x',
    'https://view.plant.example/bookmark//ID',
    'https://view.plant.example/bookmark/2147483647/ID',
    'https://view.plant.example/bookmark/SITE/2147483647',
    'javascript:alert(1)',
    '',
  ])('is refused for the link %s', async (pattern) => {
    const shareURL = pattern.replace('SITE', String(place.siteId)).replace('ID', String(place.id));
    expect(await share({ shareURL })).toEqual({
      status: 400,
      body: { error: FOREIGN, code: 'INVALID_INPUT', fields: { shareURL: FOREIGN } },
    });
    expect(await server.database.db.$count(mails)).toBe(0);
  });

  it('is refused for Places of sites that the sender may not view, and for archived ones', async () => {
    const stranger = await aPerson(server, { entries: { [server.siteIds.farm]: { 'VIEW:TEXTURED': true } } });
    expect((await share({}, stranger)).body['error']).toBe(FOREIGN);
    const { id, siteId } = await savePlace(server, sender);
    await sender.ask('GET', `/snapshots/archive/${id}`);
    expect((await share({ shareURL: `${PUBLIC_URL}/bookmark/${siteId}/${id}` })).body['error']).toBe(FOREIGN);
  });

  it('is open to a colleague who may view the site', async () => {
    const colleague = await aPerson(server, { entries: { [server.siteIds.plant]: { 'VIEW:CAD': true } } });
    expect((await share({}, colleague)).status).toBe(200);
  });

  it.each([
    ['no subject', { subject: ' ' }, 'subject', 'You must enter a subject'],
    ['no recipients', { recipients: [] }, 'recipients', 'You must enter at least one recipient'],
    ['no address among them', { recipients: ['x', 'a b@c'] }, 'recipients', 'You must enter at least one recipient'],
    ['500 recipients', { recipients: addresses(500) }, 'recipients', 'A Place can be sent to 30 people at a time.'],
  ])('is refused with %s', async (_what, changes, field, sentence) => {
    expect(await share(changes)).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
    expect(await server.database.db.$count(mails)).toBe(0);
  });

  it('skips texts that are not addresses, and mails each person once', async () => {
    expect((await share({ recipients: ['kim@x.example', ' KIM@x.example ', 'nobody', 'x@y@z'] })).status).toBe(200);
    expect((await server.database.db.select().from(mails)).map(({ recipient }) => recipient)).toEqual([
      'kim@x.example',
    ]);
  });

  it('cannot add headers or recipients by a subject or an address', async () => {
    expect((await share({ subject: 'x\r\nBcc: all@x.example' })).status).toBe(400);
    expect((await share({ recipients: ['a@x.example,b@x.example', 'c@x.example\r\nBcc: d@x.example'] })).status).toBe(
      400,
    );
  });

  it('is limited by person and hour, recipients counted, also when much is sent at once', async () => {
    const each = SHARED_MAILS_IN_WINDOW / 3;
    const answers = await Promise.all([0, 1, 2, 3].map((i) => share({ recipients: addresses(each, i * each) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect(await server.database.db.$count(mails)).toBe(SHARED_MAILS_IN_WINDOW);
    const other = await aPerson(server, { entries: { [server.siteIds.plant]: { 'VIEW:CAD': true } } });
    expect((await share({}, other)).status).toBe(200);
  });

  it('is limited also when the Places that were sent are deleted meanwhile', async () => {
    const { id, siteId } = await savePlace(server, sender);
    const shareURL = `${PUBLIC_URL}/bookmark/${siteId}/${id}`;
    expect((await share({ recipients: addresses(SHARED_MAILS_IN_WINDOW), shareURL })).status).toBe(200);
    expect((await sender.ask('GET', `/snapshots/delete/${id}`)).status).toBe(200);
    expect((await share()).status).toBe(429);
    expect(await shares()).toEqual([]);
  });

  it('says when this many can be sent again', async () => {
    await share({ recipients: addresses(10) });
    server.clock.advance(60_000);
    await share({ recipients: addresses(20) });
    const ask = (count: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/snapshots/bookmark/share',
        headers: { authorization: `Bearer ${sender.token}` },
        payload: { subject: 'x', recipients: addresses(count), shareURL: url },
      });
    const hour = MAILS_WINDOW_MS / 1000;
    expect((await ask(10)).headers['retry-after']).toBe(String(hour - 60));
    const refused = await ask(11);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(hour)]);
    server.clock.advance((hour - 60) * 1000);
    expect((await ask(11)).statusCode).toBe(429);
    expect((await ask(10)).statusCode).toBe(200);
  });

  it('saves the recipients, newest first, in bounds, until they are removed', async () => {
    const { db } = server.database;
    const subscriptions = { featuresEmail: true };
    const data = { recipients: addresses(SAVED_RECIPIENTS_MOST), subscriptions: subscriptions as never };
    await db.update(users).set({ data }).where(eq(users.id, sender.id));
    await share({ recipients: ['new@x.example', 'p3@x.example'] });
    const saved = await recipientsOf();
    expect(saved).toHaveLength(SAVED_RECIPIENTS_MOST);
    expect(saved.slice(0, 4)).toEqual(['new@x.example', 'p3@x.example', 'p0@x.example', 'p1@x.example']);
    const remove = () => mutate(server, sender.token, 'snapshots.removeRecipient', { recipient: 'p3@x.example' });
    expect(await remove()).toEqual({ status: 200, body: { status: 'success' } });
    expect((await remove()).status).toBe(200);
    expect(await recipientsOf()).not.toContain('p3@x.example');
    expect((await recipientsOf())[0]).toBe('new@x.example');
    const [stored] = await db.select().from(users).where(eq(users.id, sender.id));
    expect(stored!.data.subscriptions).toEqual(subscriptions);
  });

  it('shows its sender which mails wait, were sent and failed', async () => {
    const { db } = server.database;
    await share({ recipients: ['waits@x.example', 'sent@x.example', 'failed@x.example', 'lost@x.example'] });
    const mailTo = async (name: string) => (await mailsTo(server, `${name}@x.example`))[0]!.id;
    const jobOf = (id: string) => sql`payload ->> 'mailId' = ${id}`;
    await db
      .update(mails)
      .set({ sentAt: new Date() })
      .where(eq(mails.id, await mailTo('sent')));
    await db.delete(jobs).where(jobOf(await mailTo('sent')));
    await db
      .update(jobs)
      .set({ status: 'error' })
      .where(jobOf(await mailTo('failed')));
    await db.delete(jobs).where(jobOf(await mailTo('lost')));
    const listed = await shares();
    expect(Object.fromEntries(listed.map(({ recipient, status }) => [recipient, status]))).toEqual({
      'waits@x.example': 'waiting',
      'sent@x.example': 'sent',
      'failed@x.example': 'failed',
      'lost@x.example': 'failed',
    });
    expect(listed[0]).toMatchObject({ snapshotId: place.id, sharedAt: server.clock.now().toISOString() });
    expect(await shares({ siteId: server.siteIds.plant })).toHaveLength(4);
    expect(await shares({ siteId: server.siteIds.farm })).toEqual([]);
    const other = await aPerson(server, { entries: { [server.siteIds.plant]: { 'VIEW:CAD': true } } });
    expect((await query(server, other.token, 'snapshots.shares', {})).body['shares']).toEqual([]);
    await db.update(snapshotShares).set({ createdAt: new Date(server.clock.now().getTime() - SHARES_LISTED_MS) });
    expect(await shares()).toEqual([]);
  });
});
