/** The address of a PostgreSQL database on one or several hosts, of which one at a time is the primary. */
export interface PostgresAddress {
  /** Each with its port, where one is named. */
  readonly hosts: readonly string[];
  /** The address on the first host alone. */
  readonly url: URL;
}

/** Reads `postgres://user:password@host:5432/name`, also with a comma list of hosts; null for another text. */
export function parsePostgresUrl(text: string): PostgresAddress | null {
  const [, before, authority = '', after] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(.*)$/.exec(text) ?? [];
  if (before === undefined) return null;
  const hosts = authority.split(',');
  const urls = hosts.map((host) => `${before}${host}${after}`);
  if (hosts.length > 1 && hosts.includes('')) return null;
  if (!urls.every((url) => URL.canParse(url))) return null;
  return { hosts, url: new URL(urls[0]!) };
}

/**
 * Of several hosts connections go to the primary, wherever it is by then. `read-write`, which a URL can ask for, takes a standby: it looks at a
 * setting that a standby has not.
 */
export const onPrimary = (databaseUrl: string) =>
  parsePostgresUrl(databaseUrl)!.hosts.length > 1 ? ({ target_session_attrs: 'primary' } as const) : {};
