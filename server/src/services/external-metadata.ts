import { createHash } from 'node:crypto';
import { EXTERNAL_CACHE_MS, EXTERNAL_LARGEST_BYTES, EXTERNAL_TIMEOUT_MS } from '@overlook/shared/config';
import type { FastifyBaseLogger } from 'fastify';
import type { CadMetadata } from '@overlook/shared/schemas';
import { z } from 'zod';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import { AppError, unavailable } from '../errors/app-error.ts';
import { said } from '../errors/said.ts';
import type { Clock } from './clock.ts';
import type { SourceHeaders } from './source-headers.ts';
import { createTimedCache } from './timed-cache.ts';

/** A system outside that knows tagged objects; `url` has `{tag}` in the tag's place. */
export interface ExternalSource {
  readonly name: string;
  readonly url: string;
  /** Sent to the origin of `url` and to no other. */
  readonly headers?: SourceHeaders;
}

/** Requests data of external sources (docs/cad-tree.md describes their answers). */
export interface ExternalMetadata {
  /**
   * The source's data for a tag: group → property → value; empty where it does not know the tag. Answers are cached for
   * some minutes, failures are not. Throws 503 with a sentence that names the source.
   */
  ask(source: ExternalSource, tag: string): Promise<CadMetadata>;
}

export interface ExternalMetadataOptions {
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** The address of the `demo:` sources; without it there are none. */
  demoUrl?: (() => Promise<string>) | undefined;
  timeoutMs?: number;
}

const valueSchema = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
const answerSchema = z.object({ metadata: z.record(z.string(), z.record(z.string(), valueSchema)) });

/** The implementation over HTTP and JSON. */
export function createExternalMetadata({
  clock,
  log,
  demoUrl,
  timeoutMs = EXTERNAL_TIMEOUT_MS,
}: ExternalMetadataOptions): ExternalMetadata {
  const answers = createTimedCache<CadMetadata>(clock, EXTERNAL_CACHE_MS);
  const addressOf = async ({ name, url }: ExternalSource, tag: string): Promise<string> => {
    const at = (text: string) => url.replaceAll('{tag}', encodeURIComponent(text));
    const address = at(tag);
    if (dotSegments(address) > dotSegments(at('tag')))
      throw unavailable(said(CAD_MESSAGES, 'external.tagRefused', { name }));
    if (!address.startsWith('demo:')) return address;
    if (!demoUrl) throw unavailable(said(CAD_MESSAGES, 'external.notHere', { name }));
    return `${await demoUrl()}${address.slice('demo:'.length)}`;
  };
  // One line for each source and reason in some minutes: people click on many objects of a source that is down.
  const logged = createTimedCache<true>(clock, EXTERNAL_CACHE_MS);
  const logOnce = (name: string, error: AppError) =>
    logged.get(`${name} ${error.message}`, async () => {
      log.warn({ source: name, reason: error.message }, 'external source failed');
      return true;
    });
  return {
    async ask(source, tag) {
      const { name, headers = [] } = source;
      try {
        const address = await addressOf(source, tag);
        // Other headers may lead to another answer.
        return await answers.get(keyOf(address, headers), () => fetchMetadata(name, { address, headers }, timeoutMs));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await logOnce(name, error);
        throw new AppError(error.code, error.sentence, { isLogged: true });
      }
    },
  };
}

/**
 * Parts of a path that URLs resolve away, so that another address would be requested: ".", "..", also where encoded.
 */
const dotSegments = (address: string): number =>
  address
    .split(/[?#]/, 1)[0]!
    .split(/[/\\]/)
    .filter((part) => /^(\.|%2e){1,2}$/i.test(part)).length;

interface Asking {
  readonly address: string;
  readonly headers: SourceHeaders;
}

/** Without the headers themselves, which are secret. */
const keyOf = (address: string, headers: SourceHeaders): string =>
  `${createHash('sha256').update(JSON.stringify(headers)).digest('hex')} ${address}`;

/** The target of a redirect, as browsers read it. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/**
 * Follows redirects itself, on the same host only: `fetch` would follow any, and send custom headers
 * to it.
 */
async function fetchFrom(name: string, { address, headers }: Asking, signal: AbortSignal): Promise<Response> {
  let [at, sent] = [new URL(address), headers];
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const all = { ...Object.fromEntries(sent), accept: 'application/json' };
    const answer = await fetch(at, { headers: all, signal, redirect: 'manual' });
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null) return answer;
    await answer.body?.cancel();
    const next = URL.canParse(location, at.href) ? new URL(location, at) : null;
    // Another host may be one that this server alone can reach; the operator can set its address for the source.
    if (!next || !/^https?:$/.test(next.protocol) || next.hostname !== at.hostname)
      throw unavailable(said(CAD_MESSAGES, 'external.sendsElsewhere', { name }));
    // After a redirect to another origin they are not sent again, to any address.
    if (next.origin !== at.origin) sent = [];
    at = next;
  }
  throw unavailable(said(CAD_MESSAGES, 'external.sendsOn', { name }));
}

async function fetchMetadata(name: string, asking: Asking, timeoutMs: number): Promise<CadMetadata> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetchFrom(name, asking, signal);
    if (answer.status === 404) {
      await answer.body?.cancel();
      return {};
    }
    if (!answer.ok) throw unavailable(said(CAD_MESSAGES, 'external.failed', { name, status: answer.status }));
    return parseAnswer(name, await readLimited(name, answer));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailable(
      signal.aborted
        ? said(CAD_MESSAGES, 'external.tooSlow', { name, seconds: timeoutMs / 1000 })
        : said(CAD_MESSAGES, 'external.unreachable', { name }),
    );
  }
}

/** The body as text, up to a limit that is counted while reading: a declared length may be wrong. */
async function readLimited(name: string, answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).byteLength;
    if (size > EXTERNAL_LARGEST_BYTES) throw unavailable(said(CAD_MESSAGES, 'external.tooMuch', { name }));
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseAnswer(name: string, text: string): CadMetadata {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unavailable(said(CAD_MESSAGES, 'external.noMetadata', { name }));
  }
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) throw unavailable(said(CAD_MESSAGES, 'external.noMetadata', { name }));
  return parsed.data.metadata;
}
