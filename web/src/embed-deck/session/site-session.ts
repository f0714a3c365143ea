/**
 * What a page of another origin may see of a site, for layers in a deck.gl of its own: the visit of a view grant
 * (docs/decisions/0028), the addresses of its layers, and requests that carry the visitor's token and are tried again.
 */
import { MODEL_TYPES } from '@overlook/shared/config';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import type { Lla } from '@overlook/shared/maths';
import type { Site } from '@overlook/shared/schemas';
import { GrantVisit, type OpenVisit } from '../../embed/connection/grant-visit.ts';
import { VisitFailure } from '../../embed/connection/visit-failure.ts';
import { retryDelayMs } from '../../engine/tiles/retry-policy.ts';

/** A layer of a site by the name that the command line uses. */
export type LayerName = 'textured' | 'shaded' | 'points' | 'cad';

export interface SiteSessionOptions {
  /** Origin of the Overlook server, `https://overlook.example`. */
  server: string;
  /** Secret of the public link or embed. */
  token: string;
  password?: string;
}

/** Attempts at one file while the server does not answer, or has too much to do. */
const ATTEMPTS = 5;

const isTransient = (status: number): boolean => status === 429 || status >= 500;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class SiteSession {
  /** Why nothing more is fetched; null while the grant is open. */
  ended: VisitFailure | null = null;
  private readonly listeners = new Set<(reason: VisitFailure) => void>();
  private readonly stopListening: () => void;

  /** `wait` is for tests. */
  private constructor(
    private readonly visit: GrantVisit,
    private readonly opened: OpenVisit,
    private readonly wait: (ms: number) => Promise<void>,
  ) {
    this.stopListening = visit.events.on('failed', (reason) => this.end(reason));
  }

  /**
   * Opens the grant and reads what it shows; sessions of a page with the same secret share one visit, which is renewed before
   * its hour ends. The caller closes it. Rejects with {@link VisitFailure}: no such grant, withdrawn, ended, a password is
   * wanted, a foreign origin, or the server does not answer.
   */
  static async open({ server, token, password }: SiteSessionOptions, wait = pause): Promise<SiteSession> {
    const visit = GrantVisit.acquire(new URL(server).origin, token);
    try {
      return new SiteSession(visit, await (password === undefined ? visit.open() : visit.openWith(password)), wait);
    } catch (error) {
      visit.release();
      throw error;
    }
  }

  get site(): Site {
    return this.opened.site;
  }

  /** Ground point of the site: degrees, metres above the ellipsoid. */
  get origin(): Lla {
    return this.opened.stageSite.origin;
  }

  get layers(): LayerName[] {
    const shown = this.opened.stageSite.layers.map(({ modeltypeId }) => modeltypeId);
    return MODEL_TYPES.filter(({ id }) => shown.includes(id)).map(({ folder }) => folder as LayerName);
  }

  /** Address of the tileset.json or models.json of a layer, of the first one without a name. Throws VisitFailure when it is not shown. */
  layerUrl(layer?: LayerName): string {
    const name = layer ?? this.layers[0];
    const type = MODEL_TYPES.find(({ folder }) => folder === name);
    const found = this.opened.stageSite.layers.find(({ modeltypeId }) => modeltypeId === type?.id);
    if (!found) throw new VisitFailure('nothing', EMBED_MESSAGES['embed.nothing']);
    return found.url;
  }

  /** What a `SiteTilesLayer` takes to show a layer: `new SiteTilesLayer({ id, ...session.tiles('textured') })`. */
  tiles(layer?: LayerName) {
    return { url: this.layerUrl(layer), origin: this.origin, fetchQuery: this.visit.query };
  }

  /** Called once when the grant opens nothing any more. Returns how to stop. */
  onEnd(listener: (reason: VisitFailure) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Fetches a file of the site. The token goes into the address: with a header a browser asks permission for each tile of
   * another origin first. Tries again while the server is away, and a second time when the token was refused and the grant is
   * still open. Rejects with {@link VisitFailure} when it is not.
   */
  readonly fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const answer = await this.attempt(url, init);
    if (answer.status !== 401 && answer.status !== 403 && answer.status !== 404) return answer;
    await this.visit.check();
    return answer.status === 404 ? this.checked(answer) : this.attempt(url, init);
  };

  /** Nothing is fetched from now on. Safe to call twice. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stopListening();
    this.listeners.clear();
    this.visit.release();
  }

  private isClosed = false;

  private checked(answer: Response): Response {
    if (this.ended) throw this.ended;
    return answer;
  }

  private async attempt(url: string, init?: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      if (this.ended) throw this.ended;
      const address = new URL(url);
      for (const [name, value] of Object.entries(this.visit.query())) address.searchParams.set(name, value);
      const answer = await fetch(address.href, { ...init, credentials: 'omit' }).catch((error: unknown) => {
        if (attempt === ATTEMPTS || this.isClosed || init?.signal?.aborted) throw error;
        return null;
      });
      if (answer && (!isTransient(answer.status) || attempt === ATTEMPTS)) return answer;
      await this.wait(retryDelayMs(attempt));
    }
  }

  private end(reason: VisitFailure): void {
    // A server that cannot be reached has not revoked the view.
    if (this.ended || reason.mayPass) return;
    this.ended = reason;
    for (const listener of this.listeners) listener(reason);
    this.listeners.clear();
  }
}
