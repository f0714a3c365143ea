import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '@overlook/engine/testing/wait';
import { UPLOAD_DIGEST_BYTES, UPLOADS } from '@overlook/shared/config';
import { createBlockDigest } from '@overlook/shared/uploads';
import { connection } from '../../../../state/connection.ts';
import { beginSession, endSession } from '../../../../state/session.ts';
import { sendingSum } from '../../../../state/sending-sum.ts';
import { resetUploads, uploads } from '../../../../state/uploads.ts';
import { FakeTus } from '../../../../testing/fake-tus.ts';
import { RateMeter } from '../../../../api/uploads/rate-meter.ts';
import { sendDelivery, stopSending, tryNow } from '../../../../api/uploads/send-deliveries.ts';
import { streamDigest } from '../../../../api/uploads/stream-digest.ts';

const ID = 'one';
function bytes(size: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(size);
  for (let i = 0; i < size; i++) made[i] = (i * 7) ^ (i >> 11);
  return made;
}
const delivery = (content: Uint8Array<ArrayBuffer>, id = ID) => ({
  id,
  siteId: 3,
  title: `Delivery ${id}`,
  bytes: content.length + UPLOAD_DIGEST_BYTES,
  stream: new Blob([content]),
});
const sent = () => waitFor(() => expect(uploads.sendings).toEqual([]), WAIT);
const now = (id = ID) => uploads.sendings.find((one) => one.id === id);
const inState = (state: string, id = ID) => waitFor(() => expect(now(id)?.state).toBe(state), WAIT);

async function digestOf(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const digest = createBlockDigest(crypto.subtle, content.length);
  for (let at = 0; at < content.length; at += UPLOADS.blockBytes)
    await digest.add(content.subarray(at, at + UPLOADS.blockBytes));
  return digest.end();
}

afterEach(() => resetUploads());

describe('a delivery', () => {
  it('arrives in requests of one size, with the digest of its bytes at the end', async () => {
    // Two requests, the second of which has one byte of the files, and three blocks.
    const content = bytes(UPLOADS.chunkBytes + 1);
    const server = FakeTus.start({ [ID]: content.length + UPLOAD_DIGEST_BYTES });
    beginSession('secret');
    sendDelivery(delivery(content));
    await sent();
    endSession();
    const arrived = server.bytesOf(ID);
    expect(arrived.length).toBe(content.length + UPLOAD_DIGEST_BYTES);
    expect(Buffer.compare(arrived.subarray(0, content.length), content)).toBe(0);
    expect(arrived.slice(content.length)).toEqual(await digestOf(content));
    expect(server.asked.map(({ method, offset }) => `${method} ${offset}`)).toEqual([
      'HEAD 0',
      'PATCH 0',
      `PATCH ${UPLOADS.chunkBytes}`,
    ]);
    expect(new Set(server.asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer secret']));
  });

  it('goes on at the byte that the server has, also in the middle of the digest', async () => {
    const content = bytes(1000);
    const whole = Uint8Array.from([...content, ...(await digestOf(content))]);
    for (const at of [0, 400, 1000, 1010]) {
      const server = FakeTus.start({ [ID]: whole.length });
      server.keep(ID, whole.slice(0, at));
      sendDelivery(delivery(content));
      await sent();
      expect(server.bytesOf(ID), String(at)).toEqual(whole);
      expect(server.asked.at(-1)).toMatchObject({ method: 'PATCH', offset: at });
    }
  });

  it('that has arrived already is asked for once', async () => {
    const server = FakeTus.start({ [ID]: 42 });
    server.keep(ID, bytes(42));
    sendDelivery(delivery(bytes(10)));
    await sent();
    expect(server.asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('has zeros for its digest in a page that cannot calculate one', async () => {
    vi.stubGlobal('crypto', {});
    expect(await streamDigest(new Blob(['abc']), new AbortController().signal)).toEqual(new Uint8Array(32));
  });
});

describe('while the line is lost', () => {
  it('it is paused with the time of the next try, and goes on without a word', async () => {
    const content = bytes(100);
    const server = FakeTus.start({ [ID]: 132 });
    server.isOffline = true;
    const before = Date.now();
    sendDelivery(delivery(content));
    await inState('paused');
    expect(connection.isLost).toBe(true);
    expect(now()!.nextTryAt!).toBeGreaterThan(before);
    expect(now()!.nextTryAt!).toBeLessThanOrEqual(Date.now() + 1000);
    expect(sendingSum(uploads.sendings)).toEqual({ count: 1, percent: 0, siteId: 3, isPaused: true });
    server.isOffline = false;
    await sent();
    expect(server.bytesOf(ID).length).toBe(132);
    expect(connection.isLost).toBe(false);
  });

  it('it is tried at once when the line is there again, or a person asks', async () => {
    for (const wake of [tryNow, () => void dispatchEvent(new Event('online'))]) {
      const server = FakeTus.start({ [ID]: 132 });
      server.isOffline = true;
      sendDelivery(delivery(bytes(100)));
      let before: number | null | undefined = null;
      for (const leastMs of [500, 1500, 3500]) {
        await waitFor(() => expect([null, undefined, before]).not.toContain(now()?.nextTryAt), WAIT);
        before = now()!.nextTryAt;
        // Pauses become longer with each try.
        expect(before! - Date.now()).toBeGreaterThan(leastMs);
        if (leastMs === 3500) server.isOffline = false;
        wake();
      }
      await sent();
    }
  });

  it('a request that hangs in it is given up when the browser knows, and tried again', async () => {
    const server = FakeTus.start({ [ID]: 132 });
    server.before = () => new Promise<null>(() => undefined);
    sendDelivery(delivery(bytes(100)));
    await waitFor(() => expect(server.asked).toHaveLength(1), WAIT);
    expect(now()!.state).toBe('sending');
    dispatchEvent(new Event('offline'));
    await inState('paused');
    server.before = () => null;
    dispatchEvent(new Event('online'));
    await sent();
    expect(server.bytesOf(ID).length).toBe(132);
  });

  it('an answer that passes says its reason', async () => {
    const server = FakeTus.start({ [ID]: 132 });
    server.before = () => ({ status: 409, error: 'The site is archived.' });
    sendDelivery(delivery(bytes(100)));
    await inState('paused');
    expect(now()!.reason).toBe('The site is archived.');
    server.before = () => null;
    tryNow();
    await sent();
  });
});

describe('it ends', () => {
  it('when the server does not have the delivery any more', async () => {
    const server = FakeTus.start({ [ID]: 132 });
    server.remove(ID);
    sendDelivery(delivery(bytes(100)));
    await inState('failed');
    expect(now()!.reason).toBe('This delivery does not exist any more');
    expect(sendingSum(uploads.sendings)).toBeNull();
  });

  it('when the server will never take it', async () => {
    const server = FakeTus.start({ [ID]: 132 });
    server.before = () => ({ status: 403, error: 'Only the person who began this delivery can send its bytes' });
    sendDelivery(delivery(bytes(100)));
    await inState('failed');
    expect(now()!.reason).toContain('Only the person');
  });

  it('when a file was changed or removed', async () => {
    FakeTus.start({ [ID]: 132 });
    const stream = new Blob([bytes(100)]);
    stream.slice = () => {
      const piece = new Blob(['x']);
      piece.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
      return piece;
    };
    sendDelivery({ ...delivery(bytes(100)), stream });
    await inState('failed');
    expect(now()!.reason).toContain('cannot be read any more');
  });

  it('when it is stopped, and nothing is sent any more', async () => {
    const server = FakeTus.start({ [ID]: 132 });
    server.isOffline = true;
    sendDelivery(delivery(bytes(100)));
    await inState('paused');
    stopSending(ID);
    expect(uploads.sendings).toEqual([]);
    expect(server.bytesOf(ID).length).toBe(0);
  });
});

it('sends two at a time, and asks before the page is left while it sends', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  const server = FakeTus.start({ a: 132, b: 132, c: 132 });
  let go: () => void = () => undefined;
  const held = new Promise<null>((resolve) => (go = () => resolve(null)));
  server.before = () => held;
  expect(leave()).toBe(false);
  for (const id of ['a', 'b', 'c']) sendDelivery(delivery(bytes(100), id));
  await waitFor(() => expect(server.asked).toHaveLength(2), WAIT);
  expect(uploads.sendings.map(({ state }) => state)).toEqual(['sending', 'sending', 'waiting']);
  expect(leave()).toBe(true);
  go();
  await sent();
  expect(server.bytesOf('c').length).toBe(132);
  expect(leave()).toBe(false);
});

it('a rate is that of the last half minute, and unknown in the first ten seconds', () => {
  const meter = new RateMeter();
  expect([0, 1, 9].map((s) => meter.at(s * 1000, s * 100))).toEqual([null, null, null]);
  expect(meter.at(10_000, 1000)).toBe(100);
  for (let s = 11; s <= 60; s++) meter.at(s * 1000, 1000 + (s - 10) * 500);
  expect(meter.at(61_000, 26_500)).toBeCloseTo(500, 5);
  meter.reset();
  expect(meter.at(62_000, 27_000)).toBeNull();
});
