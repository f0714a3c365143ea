const LONGEST = 300;

/** The innermost cause: the errors around it only say that something failed. */
function deepest(error: unknown): unknown {
  let at = error;
  for (let depth = 0; at instanceof Error && at.cause !== undefined && depth < 5; depth++) at = at.cause;
  return at;
}

/**
 * Why something failed, as one line for an administrator. Credentials in addresses and e-mail addresses are left out:
 * an administrator of the instance need not see its users.
 */
export function plainReason(error: unknown): string {
  const cause = deepest(error);
  const text = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const plain = line
    .replaceAll(/\/\/[^\s/@]*@/g, '//')
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .slice(0, LONGEST);
  return plain || 'No reason was given.';
}
