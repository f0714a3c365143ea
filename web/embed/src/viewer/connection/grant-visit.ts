/**
 * A visit with the secret of a view grant (docs/decisions/0028). It renews the visit before its token expires after an hour, and
 * detects a withdrawn grant within seconds. Elements of a page with the same secret share one visit and therefore one engine.
 */
import { RECONNECT_LONGEST_MS, VISIT_WATCH_MS, VISITOR_QUERY_FIELD } from '@overlook/shared/config';
import type { Visit } from '@overlook/shared/schemas';
import { Emitter } from '@overlook/engine/emitter';
import { askServer } from './ask-server.ts';
import type { VisitFailure } from './visit-failure.ts';
import { readVisitedSite, type VisitedSite } from './visited-site.ts';

export interface OpenVisit extends VisitedSite {
  readonly visit: Visit;
}

export interface VisitEvents {
  /** The visit was opened: for the first time, with another password, or again after it had ended. */
  opened: OpenVisit;
  /** The grant is no longer valid, or the server cannot be reached: once, until it can be reached again. */
  failed: VisitFailure;
  /** The server can be reached again. */
  restored: null;
}

/** Share of a token's lifetime after which it is replaced. */
const RENEW_AFTER_SHARE = 0.8;

/** A failed tile causes no check this soon after one. */
const SUSPECT_AFTER_MS = VISIT_WATCH_MS / 4;

const visits = new Map<string, GrantVisit>();

export class GrantVisit {
  readonly events = new Emitter<VisitEvents>();
  private users = 0;
  private password: string | null = null;
  private opening: Promise<OpenVisit> | null = null;
  private opened: OpenVisit | null = null;
  private renewAtMs = 0;
  private checking: Promise<void> | null = null;
  private checkedAtMs = 0;
  /** Time until the next check; longer after each one that found no server. */
  private waitMs = VISIT_WATCH_MS;
  private watch: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly server: string,
    private readonly token: string,
    private readonly onUnused: () => void,
  ) {}

  /** Returns the page's visit with `token` at `server` (an origin). The caller releases it. */
  static acquire(server: string, token: string): GrantVisit {
    const key = `${server} ${token}`;
    const visit = visits.get(key) ?? new GrantVisit(server, token, () => visits.delete(key));
    visits.set(key, visit);
    visit.users++;
    return visit;
  }

  release(): void {
    if (--this.users > 0) return;
    clearTimeout(this.watch);
    document.removeEventListener('visibilitychange', this.seen);
    this.opened = null;
    this.onUnused();
  }

  /** Query fields for tile URLs. The function is the same during the whole visit. */
  readonly query = (): Record<string, string> =>
    this.opened ? { [VISITOR_QUERY_FIELD]: this.opened.visit.visitorToken } : {};

  /** Rejects with a VisitFailure. */
  open(): Promise<OpenVisit> {
    if (this.opened) return Promise.resolve(this.opened);
    this.opening ??= this.openAnew().finally(() => (this.opening = null));
    return this.opening;
  }

  /** Opens the visit with a password, which is kept until the page is closed. */
  openWith(password: string): Promise<OpenVisit> {
    this.password = password;
    return this.open();
  }

  /** Checks whether the grant is still valid, once for all that ask meanwhile; called after a file was refused. */
  check(): Promise<void> {
    this.checking ??= this.checkOnce().finally(() => (this.checking = null));
    return this.checking;
  }

  /** A tile failed for any reason. While the server cannot be reached, the next scheduled check finds out when it can be. */
  suspect(): void {
    if (!this.isAway && Date.now() - this.checkedAtMs >= SUSPECT_AFTER_MS) void this.check();
  }

  /** The server cannot be reached, or is too busy to answer. */
  private get isAway(): boolean {
    return this.waitMs > VISIT_WATCH_MS;
  }

  private async checkOnce(): Promise<void> {
    clearTimeout(this.watch);
    const { opened } = this;
    if (!opened || this.users === 0) return;
    if (Date.now() >= this.renewAtMs || !(await this.isAdmitted(opened))) await this.renew();
    else this.reached();
    this.checkedAtMs = Date.now();
    if (this.opened && this.users > 0) this.watchAgain();
  }

  private reached(): void {
    const wasAway = this.isAway;
    this.waitMs = VISIT_WATCH_MS;
    if (wasAway) this.events.emit('restored', null);
  }

  private async openAnew(): Promise<OpenVisit> {
    const { server, token, password } = this;
    const visitorToken = this.opened?.visit.visitorToken;
    const body = { token, ...(password !== null && { password }), ...(visitorToken && { visitorToken }) };
    const visit = await askServer<Visit>(server, '/view_grants/open', { body });
    const opened = { visit, ...(await readVisitedSite(server, visit)) };
    if (this.users === 0) return opened;
    this.opened = opened;
    this.renewAtMs = Date.now() + RENEW_AFTER_SHARE * (Date.parse(visit.expiresAt) - Date.now());
    document.addEventListener('visibilitychange', this.seen);
    this.watchAgain();
    this.reached();
    this.events.emit('opened', opened);
    return opened;
  }

  private async renew(): Promise<void> {
    this.opening ??= this.openAnew().finally(() => (this.opening = null));
    await this.opening.catch((error: VisitFailure) => {
      // A server that cannot be reached for a moment has not revoked the grant.
      if (!error.mayPass) this.opened = null;
      const isTold = error.mayPass && this.isAway;
      this.waitMs = Math.min(RECONNECT_LONGEST_MS, 2 * this.waitMs);
      if (!isTold) this.events.emit('failed', error);
    });
  }

  private watchAgain(): void {
    clearTimeout(this.watch);
    if (document.visibilityState === 'visible') this.watch = setTimeout(() => void this.check(), this.waitMs);
  }

  private readonly seen = (): void => {
    if (document.visibilityState === 'visible') void this.check();
  };

  /** Sends a HEAD request with the token in the URL, because such a request needs no CORS preflight. */
  private async isAdmitted({ stageSite }: OpenVisit): Promise<boolean> {
    const url = new URL(stageSite.layers[0]!.url);
    for (const [name, value] of Object.entries(this.query())) url.searchParams.set(name, value);
    const init = { method: 'HEAD', cache: 'no-store', credentials: 'omit' } as const;
    return fetch(url, init).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
