/** A screen that opens with and without a session, by its address; missing parts of a link are empty. */
export type SignInAddress =
  | { screen: 'forgotten' }
  | { screen: 'reset'; token: string }
  /** `id` is null where the address has none. */
  | { screen: 'exchange'; id: number | null; token: string };

export const FORGOT_PASSWORD = '/forgotpassword';
const RESET = /^\/users\/passwordreset(?:\/([^/]*))?\/?$/;
const EXCHANGE = /^\/auth(?:\/(\d*))?(?:\/([^/]*))?\/?$/;

/** What mail programs take for a part of the link: a full stop, a bracket. Tokens are base64url. */
const BEHIND_A_TOKEN = /[^\w-].*$/;

/** Reads the address of one of those screens (specification §2), or null for any other. */
export function signInAddress(path: string): SignInAddress | null {
  if (path === FORGOT_PASSWORD) return { screen: 'forgotten' };
  const reset = RESET.exec(path);
  if (reset) return { screen: 'reset', token: tokenOf(reset[1]) };
  const exchange = EXCHANGE.exec(path);
  if (!exchange) return null;
  const id = Number(exchange[1] ?? '');
  return { screen: 'exchange', id: id > 0 ? id : null, token: tokenOf(exchange[2]) };
}

const tokenOf = (part = ''): string => part.replace(BEHIND_A_TOKEN, '');
