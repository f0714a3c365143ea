import { EXTERNAL_CACHE_MS, EXTERNAL_LARGEST_BYTES, EXTERNAL_TIMEOUT_MS } from '@overlook/shared/config';
import type { CadMetadata } from '@overlook/shared/schemas';
import { z } from 'zod';
import { AppError, unavailable } from '../errors.ts';
import type { Clock } from './clock.ts';
import { createTimedCache } from './timed-cache.ts';

/** A system outside that knows tagged objects; `url` has `{tag}` in the tag's place. */
export interface ExternalSource {
  readonly name: string;
  readonly url: string;
}

/** Asks external sources (docs/cad-tree.md says what they are to answer). */
export interface ExternalMetadata {
  /**
   * What the source says of a tag: group → property → value; nothing where it does not know the tag. Answers are kept for
   * some minutes, failures are not. Throws 503 with a sentence that names the source.
   */
  ask(source: ExternalSource, tag: string): Promise<CadMetadata>;
}

export interface ExternalMetadataOptions {
  clock: Clock;
  /** Where the `demo:` sources answer; without it there are none. */
  demoUrl?: (() => Promise<string>) | undefined;
  timeoutMs?: number;
}

const valueSchema = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
const answerSchema = z.object({ metadata: z.record(z.string(), z.record(z.string(), valueSchema)) });

/** The real thing: HTTP, JSON. */
export function createExternalMetadata({
  clock,
  demoUrl,
  timeoutMs = EXTERNAL_TIMEOUT_MS,
}: ExternalMetadataOptions): ExternalMetadata {
  const answers = createTimedCache<CadMetadata>(clock, EXTERNAL_CACHE_MS);
  const addressOf = async ({ name, url }: ExternalSource, tag: string): Promise<string> => {
    const address = url.replaceAll('{tag}', encodeURIComponent(tag));
    if (!address.startsWith('demo:')) return address;
    if (!demoUrl) throw unavailable(`${name} is not available on this server.`);
    return `${await demoUrl()}${address.slice('demo:'.length)}`;
  };
  return {
    async ask(source, tag) {
      const address = await addressOf(source, tag);
      return answers.get(address, () => fetchMetadata(source.name, address, timeoutMs));
    },
  };
}

async function fetchMetadata(name: string, address: string, timeoutMs: number): Promise<CadMetadata> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(address, { headers: { accept: 'application/json' }, signal });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return {};
    }
    if (!answer.ok) throw unavailable(`${name} answered with an error (${answer.status}).`);
    return parseAnswer(name, await readLimited(name, answer));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailable(
      signal.aborted ? `${name} did not answer within ${timeoutMs / 1000} s.` : `${name} cannot be reached.`,
    );
  }
}

/** The body as text, as far as it is not larger than bearable: what says its length may lie. */
async function readLimited(name: string, answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).byteLength;
    if (size > EXTERNAL_LARGEST_BYTES) throw unavailable(`${name} answered with more than can be shown.`);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseAnswer(name: string, text: string): CadMetadata {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unavailable(`${name} answered with something other than metadata.`);
  }
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) throw unavailable(`${name} answered with something other than metadata.`);
  return parsed.data.metadata;
}
