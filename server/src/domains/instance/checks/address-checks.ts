import { randomUUID } from 'node:crypto';
import type { CheckFinding } from '@overlook/shared/schemas';
import type { Env } from '../../../env.ts';
import { plainReason } from '../../../services/health/plain-reason.ts';
import { CHECK_HEADER, type SeenRequest, type SeenRequests } from '../../../services/health/seen-requests.ts';
import { type Answer, ask } from './ask.ts';
import { isLocalUrl } from './settings-checks.ts';
import { failure, warning, when } from './finding.ts';

/** What `PUBLIC_URL` leads to. */
export type AddressFacts =
  | { readonly leads: 'nowhere' | 'elsewhere' | 'unproven'; readonly reason: string }
  | ({ readonly leads: 'here' } & ThroughFacts);

/** How requests and answers come through what stands in front. Null: not known. */
export interface ThroughFacts {
  readonly seen: SeenRequest | null;
  /** What became of an announced body of 100 MiB. */
  readonly upload: 'answered' | 'refused' | 'held';
  readonly policy: string | null;
  readonly frameOptions: string | null;
  readonly isCompressed: boolean | null;
  readonly hasRanges: boolean | null;
  /** This machine itself may read it, unless through a proxy. */
  readonly isMetricsOpen: boolean;
}

type AddressEnv = Pick<Env, 'publicUrl' | 'trustProxy' | 'embedOrigins'>;

type Values = Readonly<Record<string, string>>;

const NOT_HERE = {
  nowhere: (values: Values) => warning('address.silent', values),
  elsewhere: (values: Values) => failure('address.other', values),
  unproven: (values: Values) => failure('address.certificate', values),
} as const;

/** What the requests through the public address tell. */
export function addressFindings(facts: AddressFacts, env: AddressEnv): CheckFinding[] {
  const { publicUrl } = env;
  if (facts.leads !== 'here') return [NOT_HERE[facts.leads]({ publicUrl, reason: facts.reason })];
  const { seen, upload, policy, frameOptions, isCompressed, hasRanges, isMetricsOpen } = facts;
  return [
    ...(seen ? seenFindings(seen, env) : []),
    ...when(upload === 'refused', () => failure('proxy.bodySize')),
    ...when(upload === 'held', () => warning('proxy.buffering')),
    ...when(policy === null, () => failure('proxy.policy')),
    ...when(frameOptions !== null && env.embedOrigins.length > 0, () => failure('proxy.framing')),
    ...when(isCompressed === false, () => warning('proxy.compression')),
    ...when(hasRanges === false, () => failure('proxy.range')),
    ...when(isMetricsOpen && !isLocalUrl(publicUrl), () => failure('proxy.metrics')),
  ];
}

/** How a request arrived. Without a proxy its host is that of the address. */
function seenFindings(seen: SeenRequest, { publicUrl, trustProxy }: AddressEnv): CheckFinding[] {
  const { socketAddress: address, forwardedProtocol, isForwarded, hasForwardedFor } = seen;
  const { host, protocol } = new URL(publicUrl);
  const seenHost = seen.forwardedHost ?? seen.host;
  const isTrusted = seen.address !== seen.socketAddress;
  const isProxied = isForwarded || protocol === 'https:';
  return [
    ...when(isForwarded && trustProxy.length === 0, () => failure('proxy.untrusted', { address })),
    ...when(hasForwardedFor && trustProxy.length > 0 && !isTrusted, () => failure('proxy.otherAddress', { address })),
    ...when(isProxied && !hasForwardedFor && !(isForwarded && trustProxy.length === 0), () =>
      failure('proxy.noAddress', { address }),
    ),
    ...when(seenHost !== host && seenHost !== new URL(publicUrl).hostname, () =>
      warning('proxy.host', { host: seenHost, publicUrl }),
    ),
    ...when(forwardedProtocol !== null && `${forwardedProtocol}:` !== protocol, () =>
      warning('proxy.protocol', { protocol: forwardedProtocol!, publicUrl }),
    ),
  ];
}

const ANSWERS_WITHIN_MS = 4000;
/** A proxy that passes bodies on as they arrive lets the server answer at once. */
const HELD_AFTER_MS = 2500;
const UPLOAD_PATH = '/api/files/attachments/upload';
const UPLOAD_BYTES = 100 * 2 ** 20;

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/** Sends requests through `PUBLIC_URL`. */
export async function addressFacts(publicUrl: string, seenRequests: SeenRequests): Promise<AddressFacts> {
  const at = (path: string) => new URL(path, publicUrl);
  const word = randomUUID();
  let answer: Answer | null = null;
  let seen: SeenRequest | null;
  try {
    seen = await seenRequests.during(word, async () => {
      answer = await ask(at('/healthz'), { headers: { [CHECK_HEADER]: word }, withinMs: ANSWERS_WITHIN_MS });
    });
  } catch (error) {
    const isUnproven = CERTIFICATE.test((error as NodeJS.ErrnoException).code ?? '');
    return { leads: isUnproven ? 'unproven' : 'nowhere', reason: plainReason(error).replace(/\.$/, '') };
  }
  const { status, text } = answer!;
  if (status !== 200 || !/"version"/.test(text)) return { leads: 'elsewhere', reason: `/healthz answers ${status}` };
  const [upload, page, metrics] = await Promise.all([
    tryUpload(at(UPLOAD_PATH)),
    ask(at('/'), { withinMs: ANSWERS_WITHIN_MS }),
    ask(at('/metrics'), { withinMs: ANSWERS_WITHIN_MS }),
  ]);
  const isMetricsOpen = metrics.status === 200 && metrics.text.includes('process_cpu');
  return { leads: 'here', seen, upload, isMetricsOpen, ...(await pageFacts(page, at)) };
}

async function tryUpload(url: URL): Promise<ThroughFacts['upload']> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': UPLOAD_BYTES };
  const asked = ask(url, { method: 'POST', headers, holdsBody: true, withinMs: HELD_AFTER_MS });
  return asked.then(
    ({ status }) => (status === 413 ? 'refused' : 'answered'),
    (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? 'refused' : 'held'),
  );
}

const headerOf = ({ headers }: Answer, name: string): string | null => [headers[name]].flat()[0] ?? null;

async function pageFacts(page: Answer, at: (path: string) => URL) {
  const policy = headerOf(page, 'content-security-policy');
  const frameOptions = headerOf(page, 'x-frame-options');
  const script = /\/assets\/[\w./-]+\.js/.exec(page.text)?.[0];
  if (script === undefined) return { policy, frameOptions, isCompressed: null, hasRanges: null };
  const [whole, part] = await Promise.all([
    ask(at(script), { headers: { 'accept-encoding': 'br, gzip' }, withinMs: ANSWERS_WITHIN_MS }),
    ask(at(script), { headers: { range: 'bytes=0-9', 'accept-encoding': 'identity' }, withinMs: ANSWERS_WITHIN_MS }),
  ]);
  return {
    policy,
    frameOptions,
    isCompressed: headerOf(whole, 'content-encoding') !== null,
    hasRanges: part.status === 206,
  };
}
