import * as oidc from 'openid-client';
import { comparedEmail } from '@overlook/shared/schemas';
import {
  type Identity,
  type IdentityProvider,
  IdentityUnprovenError,
  type SignInFailure,
} from './identity-provider.ts';

/** Allowed error of the provider's clock, in seconds. */
const CLOCK_TOLERANCE_S = 60;
const ANSWER_WITHIN_S = 10;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** An address counts as verified also where the provider does not say whether it is. */
  readonly trustsEmail: boolean;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** The method that the provider requires; Basic where it states none (OpenID Connect Discovery 1.0 §3). */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    method(secret)(server, ...rest);
  };

/** Whether the provider did not answer at all, or only with an error of its own. */
function isUnreachable(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at.name === 'TimeoutError' || at.message === 'fetch failed') return true;
    if (at.cause instanceof Response && at.cause.status >= 500) return true;
  }
  return false;
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof oidc.AuthorizationResponseError) return 'declined';
  return isUnreachable(error) ? 'unreachable' : 'invalid';
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Some providers send flags as texts or numbers. */
const isYes = (value: unknown): boolean => value === true || value === 1 || /^(?:true|1)$/i.test(textOf(value));

/** Signs beyond ASCII that {@link comparedEmail} makes letters of ASCII, such as U+212A: "K" may be a mailbox beside that of "k". */
const hasLookAlike = (email: string): boolean =>
  [...email].some((sign) => sign > '\u{7f}' && /[!-~]/.test(comparedEmail(sign)));

/**
 * Whether the provider vouches for the address. `xms_edov` is how Microsoft's directories say that the owner of the domain has been
 * verified. A no of either decides, and `trustsEmail` does not overrule it.
 */
function isVouchedFor(claims: Readonly<Record<string, unknown>>, trustsEmail: boolean): boolean {
  const said = [claims['email_verified'], claims['xms_edov']].filter((value) => value !== undefined && value !== null);
  return said.length === 0 ? trustsEmail : said.every(isYes);
}

type Claims = oidc.IDToken | (oidc.UserInfoResponse & { iss: string });

/** Exported for its test. */
export function identityOf(claims: Claims, trustsEmail: boolean): Identity {
  const sent = textOf(claims['email']);
  const email = comparedEmail(sent);
  const isVerified = email !== '' && !hasLookAlike(sent) && isVouchedFor(claims, trustsEmail);
  return {
    tid: textOf(claims['tid']) || claims.iss,
    sub: claims.sub,
    email,
    verifiedEmail: isVerified ? email : null,
    firstName: textOf(claims['given_name']) || textOf(claims['name']) || email.split('@')[0]!,
    lastName: textOf(claims['family_name']),
  };
}

/**
 * Reads the discovery document of the provider at an issuer's address, with or without the slash at its end: the address must be
 * exactly the one that the provider calls itself. Throws where there is none in time.
 */
export async function discoverProvider(options: ProviderOptions, answerWithinS: number): Promise<oidc.Configuration> {
  const url = new URL(options.issuer);
  try {
    return await discoverAt(url, options, answerWithinS);
  } catch (error) {
    if (isUnreachable(error) || url.pathname === '/') throw error;
    const other = new URL(url);
    other.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
    return await discoverAt(other, options, answerWithinS).catch(() => {
      throw error;
    });
  }
}

type ProviderOptions = Pick<OpenIdOptions, 'issuer' | 'clientId' | 'clientSecret'>;

function discoverAt(url: URL, { clientId, clientSecret }: ProviderOptions, answerWithinS: number) {
  // Plain http is for a provider on this machine only.
  const isLocal = url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  // The library checks signatures only where it is told to: without, whoever answers in place of the provider is believed.
  const execute = [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])];
  const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
  return oidc.discovery(url, clientId, metadata, authenticate(clientSecret), { execute, timeout: answerWithinS });
}

/**
 * Single sign-on by OpenID Connect: the code flow with PKCE, state and nonce. The provider's discovery document is read
 * from its issuer's address at the first sign-in and cached.
 */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { redirectUri, trustsEmail } = options;
  let discovered: Promise<oidc.Configuration> | null = null;
  const discover = () =>
    (discovered ??= discoverProvider(options, ANSWER_WITHIN_S).catch((error: unknown) => {
      discovered = null;
      throw new IdentityUnprovenError('unreachable', error);
    }));

  return {
    async begin() {
      const config = await discover();
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, attempt };
    },
    async finish(returned, { state, nonce, codeVerifier }) {
      const config = await discover();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        if (claims['email'] !== undefined || !config.serverMetadata().userinfo_endpoint)
          return identityOf(claims, trustsEmail);
        const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
        // What is said of an address comes with it; the token names the person.
        const { iss, sub, tid } = claims;
        return identityOf({ ...claims, ...userInfo, iss, sub, tid } as Claims, trustsEmail);
      } catch (error) {
        throw new IdentityUnprovenError(failureOf(error), error);
      }
    },
  };
}
