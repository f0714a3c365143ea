import { TRPCClientError } from '@trpc/client';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import type { ErrorBody } from '@overlook/shared/schemas';
import { isRecord } from '../state/stored-values.ts';

/** The failure of a call in the form that the interface needs. */
export interface Failure {
  /** 'network' when the server did not answer, or not with an answer of its own. */
  kind: 'answer' | 'network';
  /** One or two words, for a heading. */
  shortMessage: string;
  /** A sentence for a person. */
  longMessage: string;
  httpStatus: number | null;
  /** Path → message, with 400 only. */
  fields: Readonly<Record<string, string>>;
}

/** The words for a call without an answer: kept as specified, §7. */
const NETWORK_FAILURE: Failure = Object.freeze({
  kind: 'network',
  shortMessage: 'JSON Error',
  longMessage: 'Server Error',
  httpStatus: null,
  fields: Object.freeze({}),
});

/** Reads any thrown value of a call. An error that is not the server's own answer counts as no answer. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) return NETWORK_FAILURE;
  const data: unknown = error.data;
  if (!isRecord(data)) return NETWORK_FAILURE;
  const body = isErrorBody(data['app']) ? data['app'] : null;
  return {
    kind: 'answer',
    shortMessage: body?.code ?? String(data['code'] ?? 'Error'),
    longMessage: body?.error ?? error.message,
    httpStatus: typeof data['httpStatus'] === 'number' ? data['httpStatus'] : null,
    fields: body?.fields ?? {},
  };
}

/** Whether a failed call may still have taken effect: there was no answer, or not one of its procedure. */
export const isAnswerLost = (error: unknown): boolean => (failureOf(error).httpStatus ?? 500) >= 500;

/** The sentence for the user: that of the server, or that it cannot be reached. */
export const sentenceOf = ({ kind, longMessage }: Failure): string =>
  kind === 'network' ? AUTH_MESSAGES['auth.unreachable'] : longMessage;

function isErrorBody(value: unknown): value is ErrorBody {
  return isRecord(value) && typeof value['error'] === 'string' && typeof value['code'] === 'string';
}
