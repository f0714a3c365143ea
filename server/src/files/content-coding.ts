/** Codings of pre-compressed neighbours, best first, with the ending of their file names. */
export const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

export type Coding = (typeof CODINGS)[number];

/** The codings an `Accept-Encoding` header takes, best first (RFC 9110 §12.5.3; weight 0 means "not this one"). */
export function acceptedCodings(header: string | undefined): Coding[] {
  if (!header) return [];
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, weight ? Number(weight.slice(2)) : 1);
  }
  return CODINGS.filter(({ name }) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}
