/** The meaning of the page's address: a public link, or the content of a frame, and the secret of its view grant. */
export interface VisitAddress {
  readonly kind: 'view' | 'embed';
  readonly secret: string;
}

/** Null for the address of another page. */
export function visitAddress(path: string): VisitAddress | null {
  const [, kind, secret] = /^\/(view|embed)\/([\w-]+)\/?$/.exec(path) ?? [];
  return secret === undefined ? null : { kind: kind as VisitAddress['kind'], secret };
}
