/** A person as the identity provider describes them. */
export interface Identity {
  /** The tenant, or the issuer where the provider has no tenants: with `sub` it identifies one person permanently. */
  readonly tid: string;
  readonly sub: string;
  /** In lower case; empty where the provider sent none. */
  readonly email: string;
  /** The same; null where the provider does not vouch for it. */
  readonly verifiedEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * The state of an attempt, which the browser must return: it is stored there, encrypted, while the browser is at the
 * provider.
 */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * `unreachable`: try again later. `invalid`: the response proves no identity. `declined`: the person or the provider
 * refused.
 */
export type SignInFailure = 'unreachable' | 'invalid' | 'declined';

/** Signing in at the provider failed. */
export class IdentityUnprovenError extends Error {
  override readonly name = 'IdentityUnprovenError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, cause: unknown) {
    super(`the identity provider: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Where people prove who they are outside this product. Throws `IdentityUnprovenError`. */
export interface IdentityProvider {
  begin(): Promise<{ url: URL; attempt: SignInAttempt }>;
  /** `returned` is the whole address to which the browser returned. */
  finish(returned: URL, attempt: SignInAttempt): Promise<Identity>;
}
