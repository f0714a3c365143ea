import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '@overlook/db';
import { jobs, mails } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { createWorker, type Worker } from '../jobs/worker.ts';
import { mailHandler } from './deliver-mail.ts';
import type { MailContent } from './mail-content.ts';
import { createOutboxTransport, createSmtpTransport } from './open-transport.ts';
import { createMailQueue } from './queue-mail.ts';
import type { MailTransport } from './transport.ts';

const FROM = { name: 'Overlook', address: 'viewer@overlook.example' };
const CONTENT: MailContent = { subject: 'Grüße 漢字', paragraphs: ['Ein <b>Text</b>.'] };
const log = { warn: vi.fn(), error: vi.fn() };

interface Taken {
  from: string;
  to: string[];
  user: unknown;
  data: string;
}

/** A real SMTP server that requires credentials and gives the answer `verdict`. */
async function startSmtpServer() {
  const taken: Taken[] = [];
  const state = { verdict: (_recipient: string): Error | null => null };
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong')),
    onRcptTo: ({ address }, _session, done) => done(state.verdict(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          user: session.user,
          data: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, taken, state, close };
}

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(jobs);
  await database.db.delete(mails);
});

const queue = createMailQueue('Overlook');
const workerOver = (transport: MailTransport): Worker =>
  createWorker({ db: database.db, log, handlers: [mailHandler({ db: database.db, transport, from: FROM })] });
const makeDue = () => database.db.update(jobs).set({ runAfter: sql`now()` });
const smtpError = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

describe('mail over SMTP', () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let transport: MailTransport;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    transport = createSmtpTransport(`smtp://user:p%40ss@127.0.0.1:${smtp.port}`);
  });
  afterAll(async () => {
    transport.close();
    await smtp.close();
  });
  beforeEach(() => {
    smtp.taken.length = 0;
    smtp.state.verdict = () => null;
  });

  it('arrives once as text and HTML, and is forgotten', async () => {
    const screenshot = { filename: 'a.png', contentType: 'image/png', base64: Buffer.from('png').toString('base64') };
    const request = { to: 'robin@overlook.example', replyTo: 'kim@overlook.example', attachments: [screenshot] };
    await queue.add(database.db, { ...request, content: CONTENT });
    await Promise.all([workerOver(transport).runDue(), workerOver(transport).runDue()]);
    await workerOver(transport).runDue();
    expect(smtp.taken).toHaveLength(1);
    const [mail] = smtp.taken;
    expect(mail).toMatchObject({ from: FROM.address, to: ['robin@overlook.example'], user: 'user' });
    for (const part of ['text/plain; charset=utf-8', 'text/html; charset=utf-8', 'filename=a.png', 'Reply-To: kim@'])
      expect(mail!.data).toContain(part);
    expect(mail!.data).toContain('&lt;b&gt;Text');
    expect(mail!.data).toMatch(/^Message-ID: <[0-9a-f-]{36}@overlook\.example>/m);
    const [row] = await database.db.select().from(mails);
    expect(row).toMatchObject({ sentAt: expect.any(Date), body: null, html: null, attachments: null });
    expect(await database.db.select().from(jobs)).toEqual([]);
  });

  it('reads no part of a subject or an address as a header or a second recipient', async () => {
    const content = { ...CONTENT, subject: 'Hello\r\nBcc: eve@overlook.example' };
    await queue.add(database.db, { to: 'a@overlook.example, eve@overlook.example', content });
    await queue.add(database.db, { to: 'robin@overlook.example', content });
    await workerOver(transport).runDue();
    expect(smtp.taken.flatMap((mail) => mail.to)).not.toContain('eve@overlook.example');
    for (const { data } of smtp.taken) expect(data.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
  });

  it('waits while the server answers "later", and is sent when it accepts', async () => {
    smtp.state.verdict = () => smtpError(451);
    await queue.add(database.db, { to: 'robin@overlook.example', content: CONTENT });
    await workerOver(transport).runDue();
    expect(smtp.taken).toEqual([]);
    expect((await database.db.select().from(jobs))[0]).toMatchObject({ status: 'pending', attempts: 1 });
    smtp.state.verdict = () => null;
    await makeDue();
    await workerOver(transport).runDue();
    expect(smtp.taken).toHaveLength(1);
  });

  it('stops when the server answers "never", and keeps the mail', async () => {
    smtp.state.verdict = () => smtpError(550);
    await queue.add(database.db, { to: 'gone@overlook.example', content: CONTENT });
    await workerOver(transport).runDue();
    expect((await database.db.select().from(jobs))[0]).toMatchObject({ status: 'error', attempts: 1 });
    expect((await database.db.select().from(mails))[0]).toMatchObject({ sentAt: null, body: expect.any(String) });
  });

  it('waits while the server is down or refuses the password', async () => {
    const down = createSmtpTransport('smtp://127.0.0.1:1');
    const stranger = createSmtpTransport(`smtp://user:wrong@127.0.0.1:${smtp.port}`);
    await queue.add(database.db, { to: 'robin@overlook.example', content: CONTENT });
    for (const broken of [down, stranger]) {
      await makeDue();
      await workerOver(broken).runDue();
    }
    expect((await database.db.select().from(jobs))[0]).toMatchObject({ status: 'pending', attempts: 2 });
    await makeDue();
    await workerOver(transport).runDue();
    expect(smtp.taken).toHaveLength(1);
  });

  it('is not sent again when the process died after the table knew', async () => {
    await queue.add(database.db, { to: 'robin@overlook.example', content: CONTENT });
    const [mail] = await database.db.select().from(mails);
    await database.db.update(mails).set({ sentAt: new Date() }).where(eq(mails.id, mail!.id));
    await workerOver(transport).runDue();
    expect(smtp.taken).toEqual([]);
  });
});

describe('mail without a server', () => {
  it('is a file in the outbox and a line in the log, once for any number of attempts', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'overlook-outbox-')), 'outbox');
    const transport = createOutboxTransport(folder, log);
    await queue.add(database.db, { to: 'robin@overlook.example', content: CONTENT });
    await workerOver(transport).runDue();
    const files = await readdir(folder);
    expect(files).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z-[0-9a-f-]{36}\.eml$/)]);
    const text = await readFile(join(folder, files[0]!), 'utf8');
    expect(text).toMatch(/^To: robin@overlook\.example\r$/m);
    expect(text).toMatch(/^From: Overlook <viewer@overlook\.example>\r$/m);
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ file: expect.any(String) }), expect.any(String));
    await rm(folder, { recursive: true });
  });
});
