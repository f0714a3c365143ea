import { SIGN_IN_REFUSALS, DISCLAIMER_MESSAGES, REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@overlook/shared/schemas';
import type { Said } from './said.ts';

/** What a person reads: a message without values as it is in the catalogue, one with values, or a text for the operator. */
export type Sentence = string | Said;

const textOf = (sentence: Sentence): string => (typeof sentence === 'string' ? sentence : sentence.text);

interface AppErrorOptions {
  readonly fields?: Readonly<Record<string, Sentence>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  /** Whether it was logged where it happened, so that the answer is not logged again. */
  readonly isLogged?: boolean;
}

/** An error whose text may be sent to the client: a sentence for a person and a closed code. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly code: ErrorCode;
  readonly sentence: Sentence;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isLogged: boolean;

  constructor(code: ErrorCode, sentence: Sentence, options: AppErrorOptions = {}) {
    super(textOf(sentence), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.sentence = sentence;
    this.fields =
      options.fields &&
      Object.fromEntries(Object.entries(options.fields).map(([path, about]) => [path, textOf(about)]));
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isLogged = options.isLogged ?? false;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  body(): ErrorBody {
    return { error: this.message, code: this.code, ...(this.fields ? { fields: { ...this.fields } } : {}) };
  }
}

/** 404: there is no such record, or the caller may not see it. */
export const notFound = (sentence: Sentence = REQUESTS_MESSAGES['request.notFound']) =>
  new AppError('NOT_FOUND', sentence);

/** 401: there is no session, or it has ended. */
export const notSignedIn = () => new AppError('NOT_SIGNED_IN', REQUESTS_MESSAGES['request.notSignedIn']);

/** 401: there is no such account, it may not sign in, or the password is wrong: the answer does not say which. */
export const wrongCredentials = () => new AppError('WRONG_CREDENTIALS', SIGN_IN_REFUSALS['auth.credentialsWrong']);

/** 401: a half-finished sign-in has expired, was finished already, or never began. */
export const signInExpired = () => new AppError('SIGN_IN_EXPIRED', SIGN_IN_REFUSALS['auth.challengeDead']);

/** 403: the session's user lacks the permission. */
export const forbidden = (sentence: Sentence = REQUESTS_MESSAGES['request.forbidden']) =>
  new AppError('FORBIDDEN', sentence);

/** 403: the caller has not accepted the legal disclaimer yet. */
export const disclaimerRequired = () => new AppError('DISCLAIMER_REQUIRED', DISCLAIMER_MESSAGES['disclaimer.required']);

/** 400: the input is wrong; `fields` says where. */
export const invalid = (sentence: Sentence, fields?: Readonly<Record<string, Sentence>>) =>
  new AppError('INVALID_INPUT', sentence, fields ? { fields } : {});

/** 409: it contradicts what is stored. */
export const conflict = (sentence: Sentence) => new AppError('CONFLICT', sentence);

/** 503: a service that this needs does not answer. */
export const unavailable = (sentence: Sentence = REQUESTS_MESSAGES['request.unavailable']) =>
  new AppError('UNAVAILABLE', sentence);

/** 507: there is no room to store it. */
export const diskFull = (cause?: unknown) =>
  new AppError('DISK_FULL', REQUESTS_MESSAGES['request.diskFull'], { cause });

/** 429, with the seconds after which trying again makes sense. */
export const tooMany = (sentence: Sentence, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_TRIES', sentence, { retryAfterSeconds });
