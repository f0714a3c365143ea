import { SIGN_IN_REFUSALS, DISCLAIMER_MESSAGES } from '@overlook/shared/messages';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@overlook/shared/schemas';

interface AppErrorOptions {
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  /** Whether it was logged where it happened, so that the answer is not logged again. */
  readonly isLogged?: boolean;
}

/** An error whose text may be sent to the client: a sentence for a person and a closed code. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isLogged: boolean;

  constructor(code: ErrorCode, sentence: string, options: AppErrorOptions = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
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
export const notFound = (sentence = 'This does not exist.') => new AppError('NOT_FOUND', sentence);

/** 401: there is no session, or it has ended. */
export const notSignedIn = () => new AppError('NOT_SIGNED_IN', 'Please sign in.');

/** 401: there is no such account, it may not sign in, or the password is wrong: the answer does not say which. */
export const wrongCredentials = () => new AppError('WRONG_CREDENTIALS', 'The e-mail or the password is not right.');

/** 401: a half-finished sign-in has expired, was finished already, or never began. */
export const signInExpired = () => new AppError('SIGN_IN_EXPIRED', SIGN_IN_REFUSALS['auth.challengeDead']);

/** 403: the session's user lacks the permission. */
export const forbidden = (sentence = 'You are not allowed to do this.') => new AppError('FORBIDDEN', sentence);

/** 403: the caller has not accepted the legal disclaimer yet. */
export const disclaimerRequired = () => new AppError('DISCLAIMER_REQUIRED', DISCLAIMER_MESSAGES['disclaimer.required']);

/** 400: the input is wrong; `fields` says where. */
export const invalid = (sentence: string, fields?: Record<string, string>) =>
  new AppError('INVALID_INPUT', sentence, fields ? { fields } : {});

/** 409: it contradicts what is stored. */
export const conflict = (sentence: string) => new AppError('CONFLICT', sentence);

/** 503: a service that this needs does not answer. */
export const unavailable = (sentence = 'This is unavailable right now. Please try again shortly.') =>
  new AppError('UNAVAILABLE', sentence);

/** 507: there is no room to store it. */
export const diskFull = (cause?: unknown) =>
  new AppError('DISK_FULL', 'The disk of the server is full. Nothing was saved. Reading still works.', { cause });

/** 429, with the seconds after which trying again makes sense. */
export const tooMany = (sentence: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_TRIES', sentence, { retryAfterSeconds });
