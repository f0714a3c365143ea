import { UPLOAD_SENDING_MESSAGES } from '@overlook/shared/messages';
import {
  addSending,
  removeSending,
  type Sending,
  stopUploadsWith,
  updateSending,
  uploads,
} from '../../state/uploads.ts';
import { procedures, queryClient } from '../queries.ts';
import { RateMeter } from './rate-meter.ts';
import { sendOnce, type TryResult } from './send-once.ts';
import { streamDigest } from './stream-digest.ts';

/** A delivery that the server knows, and its bytes without the digest. */
export interface DeliveryToSend extends Pick<Sending, 'id' | 'siteId' | 'title' | 'bytes'> {
  readonly stream: Blob;
}

/** More at a time would not make a line faster, only each of them slower. */
const AT_ONCE = 2;
const PAUSES_S = [1, 2, 4, 8, 15, 30] as const;
/** The progress is shown so often at most. */
const SHOWN_EVERY_MS = 250;

interface Job extends DeliveryToSend {
  readonly stopping: AbortController;
  digest: Promise<Uint8Array<ArrayBuffer>> | null;
  /** Ends the pause. */
  wake: (() => void) | null;
}

const jobs = new Map<string, Job>();
const running = new Set<Job>();

/** Lists show what has become of a delivery. */
const onEnded = (siteId: number): Promise<void> =>
  queryClient.invalidateQueries(procedures.uploads.all.queryFilter({ siteId }));

/** Sends a delivery while the page is open, from the byte on that the server does not have. */
export function sendDelivery(delivery: DeliveryToSend): void {
  stopSending(delivery.id);
  const { id, siteId, title, bytes } = delivery;
  jobs.set(id, { ...delivery, stopping: new AbortController(), digest: null, wake: null });
  addSending({ id, siteId, title, bytes });
  askBeforeLeaving();
  next();
}

/** Sends no more of a delivery; what has arrived stays. */
export function stopSending(id: string): void {
  const job = jobs.get(id);
  if (job) {
    jobs.delete(id);
    running.delete(job);
    job.stopping.abort();
    job.wake?.();
    next();
  }
  removeSending(id);
  askBeforeLeaving();
}

stopUploadsWith(() => {
  for (const { id } of uploads.sendings) stopSending(id);
});

/** Tries all that are paused at once. */
export function tryNow(): void {
  for (const { wake } of jobs.values()) wake?.();
}

function next(): void {
  for (const job of jobs.values()) {
    if (running.size >= AT_ONCE) return;
    if (running.has(job)) continue;
    running.add(job);
    void run(job);
  }
}

async function run(job: Job): Promise<void> {
  const { id, siteId, stream } = job;
  const { signal } = job.stopping;
  const meter = new RateMeter();
  let sent = 0;
  let tries = 0;
  let shownAt = -Infinity;
  const onProgress = (bytes: number) => {
    if (bytes > sent) tries = 0;
    sent = bytes;
    const now = performance.now();
    if (now - shownAt < SHOWN_EVERY_MS && bytes < job.bytes) return;
    shownAt = now;
    updateSending(id, { sentBytes: bytes, bytesPerS: meter.at(now, bytes) });
  };
  const digest = () => (job.digest ??= streamDigest(stream, signal));
  // The digest is calculated beside the sending. What cannot be read for it cannot be sent either.
  digest().catch(() => {
    if (!signal.aborted) fail(job, UPLOAD_SENDING_MESSAGES['uploadSending.unreadable']);
  });
  for (;;) {
    meter.reset();
    updateSending(id, { state: 'sending', nextTryAt: null, reason: null, bytesPerS: null });
    const result = await sendOnce({ id, stream, digest, onProgress, signal });
    if (signal.aborted) return;
    if (result.kind === 'sent') break;
    const failure = finalReason(result);
    if (failure !== null) return fail(job, failure);
    const pauseS = PAUSES_S[Math.min(tries++, PAUSES_S.length - 1)]!;
    const reason = result.kind === 'refused' ? result.sentence : null;
    updateSending(id, { state: 'paused', nextTryAt: Date.now() + 1000 * pauseS, bytesPerS: null, reason });
    await pause(job, 1000 * pauseS);
    if (signal.aborted) return;
  }
  end(job);
  // It is listed as one at work before it is no longer one that is sent.
  await onEnded(siteId);
  if (!signal.aborted) removeSending(id);
}

function fail(job: Job, reason: string): void {
  job.stopping.abort();
  end(job);
  updateSending(job.id, { state: 'failed', reason, nextTryAt: null, bytesPerS: null });
  void onEnded(job.siteId);
}

/** Why it makes no sense to try again; null where it does. */
function finalReason(result: TryResult): string | null {
  if (result.kind === 'gone') return UPLOAD_SENDING_MESSAGES['uploadSending.gone'];
  if (result.kind === 'unreadable') return UPLOAD_SENDING_MESSAGES['uploadSending.unreadable'];
  if (result.kind === 'refused' && result.isFinal)
    return result.sentence ?? UPLOAD_SENDING_MESSAGES['uploadSending.refused'];
  return null;
}

/** Waits until the time is over, the line is there again, or a person does not want to wait. */
function pause(job: Job, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      job.wake = null;
      resolve();
    };
    const timer = setTimeout(wake, ms);
    addEventListener('online', wake);
    job.wake = wake;
  });
}

function end(job: Job): void {
  jobs.delete(job.id);
  running.delete(job);
  askBeforeLeaving();
  next();
}

const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function askBeforeLeaving(): void {
  if (jobs.size > 0) addEventListener('beforeunload', onUnload);
  else removeEventListener('beforeunload', onUnload);
}
