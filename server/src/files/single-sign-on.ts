import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SSO_ATTEMPT_LIFE_MS } from '@overlook/shared/config';
import { AUTH_MESSAGES, SIGN_IN_REFUSALS } from '@overlook/shared/messages';
import type { ErrorCode } from '@overlook/shared/schemas';
import type { Services } from '../context.ts';
import type { Refusal } from '../domains/auth/sso/recognise.ts';
import { returnFromProvider } from '../domains/auth/sso/return-from-provider.ts';
import { loadOrganisationSecurity } from '../domains/organisation/security.ts';
import { AppError } from '../errors/app-error.ts';
import { type IdentityProvider, IdentityUnprovenError, type SignInFailure } from '../services/sso/identity-provider.ts';
import { createOpenIdProvider } from '../services/sso/open-id-provider.ts';
import { sendError } from '../http/answer-errors.ts';
import { requestContext } from '../http/request-context.ts';
import { escapeHtml } from '../escape-html.ts';

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 Inter, system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0 }
  main { max-width: 26rem; padding: 1rem }
  h1 { font-size: 1.25rem }`;

/** The reason why single sign-on failed, as a page: the browser navigated here, so no app can show it. */
function signInProblemPage(productName: string, sentence: string): string {
  const name = escapeHtml(productName);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-in failed · ${name}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
    <body><main><h1>You are not signed in to ${name}</h1><p>${escapeHtml(sentence)}</p>
    <p><a href="/">Back to sign-in</a></p></main></body></html>`;
}

const SSO_PATH = '/api/auth/sso';
const COOKIE = 'overlook_sso';

/** The attempt as the browser keeps it while it is at the provider. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  endsAtMs: z.number(),
});

type Problem = SignInFailure | Refusal | 'unavailable';

const PROBLEMS: Record<Problem, readonly [ErrorCode, string]> = {
  unavailable: ['NOT_FOUND', AUTH_MESSAGES['auth.ssoUnavailableTitle']],
  unreachable: ['UNAVAILABLE', SIGN_IN_REFUSALS['auth.ssoUnreachable']],
  invalid: ['WRONG_CREDENTIALS', SIGN_IN_REFUSALS['auth.ssoInvalid']],
  declined: ['WRONG_CREDENTIALS', SIGN_IN_REFUSALS['auth.ssoDeclined']],
  unknown: ['FORBIDDEN', SIGN_IN_REFUSALS['auth.ssoUnknown']],
  emailMissing: ['FORBIDDEN', SIGN_IN_REFUSALS['auth.ssoEmailMissing']],
  emailUnverified: ['FORBIDDEN', SIGN_IN_REFUSALS['auth.ssoEmailUnverified']],
  disabled: ['FORBIDDEN', SIGN_IN_REFUSALS['auth.ssoDisabled']],
};

/**
 * The two addresses that a browser is sent to for single sign-on: the way to the provider, and the
 * return to the page `/auth/{id}/{token}`. Errors are shown as a page, or as the contract's error for clients that do
 * not accept HTML.
 */
export function addSingleSignOn(app: FastifyInstance, services: Services): void {
  const { env, secrets, clock } = services;
  const provider: IdentityProvider | null = env.oidc
    ? createOpenIdProvider({ ...env.oidc, redirectUri: `${env.publicUrl}${SSO_PATH}/callback` })
    : null;
  // Lax: the way back from the provider is a navigation from a foreign page.
  const cookie = {
    path: SSO_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: env.publicUrl.startsWith('https:'),
  } as const;

  const showProblem = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
    const error = new AppError(...PROBLEMS[problem]);
    if (!request.headers.accept?.includes('text/html')) return sendError(error, reply);
    const page = signInProblemPage(env.productName, error.message);
    return reply.code(error.status).header('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(page);
  };

  /** Runs one of the two steps and shows a page with the error. */
  const step =
    (run: (provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!provider || !(await loadOrganisationSecurity(services)).enableSSO)
        return showProblem(request, reply, 'unavailable');
      try {
        return await run(provider, request, reply.header('Cache-Control', 'no-store'));
      } catch (error) {
        if (!(error instanceof IdentityUnprovenError)) throw error;
        request.log.warn({ err: error }, 'single sign-on failed');
        return showProblem(request, reply, error.failure);
      }
    };

  const attemptOf = async (request: FastifyRequest) => {
    const sealed = request.cookies[COOKIE] ?? '';
    const text = await secrets.open(sealed, COOKIE).catch(() => 'null');
    const attempt = attemptSchema.safeParse(JSON.parse(text)).data;
    return attempt && attempt.endsAtMs > clock.now().getTime() ? attempt : null;
  };

  const leave = step(async (provider, _request, reply) => {
    const { url, attempt } = await provider.begin();
    const endsAtMs = clock.now().getTime() + SSO_ATTEMPT_LIFE_MS;
    const sealed = await secrets.seal(JSON.stringify({ ...attempt, endsAtMs }), COOKIE);
    return reply.setCookie(COOKIE, sealed, { ...cookie, maxAge: SSO_ATTEMPT_LIFE_MS / 1000 }).redirect(url.href);
  });

  const comeBack = step(async (provider, request, reply) => {
    const attempt = await attemptOf(request);
    void reply.clearCookie(COOKIE, cookie);
    if (!attempt) return showProblem(request, reply, 'invalid');
    const context = await requestContext(services, request, reply);
    const returned = new URL(request.url, env.publicUrl);
    const outcome = await returnFromProvider(context, provider, { returned, attempt });
    if ('refusal' in outcome) return showProblem(request, reply, outcome.refusal);
    return reply.redirect(`${env.publicUrl}/auth/${outcome.userId}/${outcome.ticket}`);
  });

  app.get(SSO_PATH, leave);
  app.get(`${SSO_PATH}/callback`, comeBack);
}
