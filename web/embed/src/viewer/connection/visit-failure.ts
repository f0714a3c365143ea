import { EMBED_MESSAGES, originRefusedText, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import type { ErrorBody } from '@overlook/shared/schemas';

/** Reason why the view cannot be shown. */
export type VisitFailureReason =
  | 'noToken'
  | 'unknown'
  | 'withdrawn'
  | 'ended'
  | 'foreignOrigin'
  | 'otherSite'
  | 'passwordWanted'
  | 'passwordWrong'
  | 'tooManyTries'
  | 'unreachable'
  | 'noWebGl'
  | 'policy'
  | 'nothing'
  | 'failed';

/** The message is a sentence for the user. */
export class VisitFailure extends Error {
  override readonly name = 'VisitFailure';

  constructor(
    readonly reason: VisitFailureReason,
    sentence: string,
  ) {
    super(sentence);
  }

  /** True if a retry may succeed. */
  get mayPass(): boolean {
    return this.reason === 'unreachable' || this.reason === 'failed' || this.reason === 'tooManyTries';
  }
}

const REASONS: Partial<Record<ErrorBody['code'], VisitFailureReason>> = {
  NOT_FOUND: 'unknown',
  FOREIGN_ORIGIN: 'foreignOrigin',
  PASSWORD_WANTED: 'passwordWanted',
  WRONG_CREDENTIALS: 'passwordWrong',
  TOO_MANY_TRIES: 'tooManyTries',
};

/** Converts an error response to a failure with the server's message. */
export function failureOf(body: Partial<ErrorBody> | null): VisitFailure {
  const sentence = body?.error ?? EMBED_MESSAGES['embed.failed'];
  if (body?.code === 'ARCHIVED')
    return new VisitFailure(sentence === VIEW_GRANTS_MESSAGES['grant.ended'] ? 'ended' : 'withdrawn', sentence);
  return new VisitFailure((body?.code && REASONS[body.code]) ?? 'failed', sentence);
}

/**
 * Returns the failure of a request without a readable response. If the server's public files are readable, the server does not
 * allow this page's origin.
 */
export async function failureWithoutAnswer(server: string): Promise<VisitFailure> {
  const isForeign = server !== location.origin;
  const isThere = isForeign && (await canReadFiles(server));
  if (isThere) return new VisitFailure('foreignOrigin', originRefusedText(location.origin));
  return new VisitFailure('unreachable', EMBED_MESSAGES['embed.unreachable']);
}

/** Whether this page can read the public files of a server, which shows that the server can be reached. */
export const canReadFiles = (server: string): Promise<boolean> =>
  fetch(`${server}/embed/v1/overlook-viewer.js`, { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  );
