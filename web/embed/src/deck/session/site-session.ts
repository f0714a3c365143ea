/**
 * Access of a page of another origin to a site, for layers in its own deck.gl: the visit of a view grant (docs/decisions/0028),
 * the URLs of its layers, and requests with the visitor token and retries.
 */
import { MODEL_TYPES } from '@overlook/shared/config';
import { EMBED_MESSAGES, noLayerText } from '@overlook/shared/messages';
import type { Lla } from '@overlook/shared/maths';
import type { Site } from '@overlook/shared/schemas';
import { GrantVisit, type OpenVisit } from '../../viewer/connection/grant-visit.ts';
import { VisitFailure } from '../../viewer/connection/visit-failure.ts';
import { retryDelayMs } from '@overlook/engine/deck';

/** A layer of a site by its name on the command line. */
export type LayerName = 'textured' | 'shaded' | 'points' | 'cad';

export interface SiteSessionOptions {
  /** Origin of the Overlook server, `https://overlook.example`. */
  server: string;
  /** Secret of the public link or embed. */
  token: string;
  password?: string;
}

/** Attempts for one file while the server does not respond or is overloaded. */
const ATTEMPTS = 5;

const isTransient = (status: number): boolean => status === 429 || status >= 500;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class SiteSession {
  /** The reason why nothing more is fetched; null while the grant is valid. */
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
   * Opens the grant and reads its site. Sessions of a page with the same secret share one visit, which is renewed before its hour
   * ends. The caller closes the session. Rejects with {@link VisitFailure}: unknown grant, withdrawn, ended, password required,
   * origin not allowed, or no response from the server.
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

  /**
   * Returns the URL of the tileset.json or models.json of a layer, by default of the first one. Throws VisitFailure if the layer
   * is not shown.
   */
  layerUrl(layer?: LayerName): string {
    const name = layer ?? this.layers[0];
    const type = MODEL_TYPES.find(({ folder }) => folder === name);
    const found = this.opened.stageSite.layers.find(({ modeltypeId }) => modeltypeId === type?.id);
    if (!found) throw new VisitFailure('nothing', layer ? noLayerText(layer) : EMBED_MESSAGES['embed.nothing']);
    return found.url;
  }

  /** Returns the props with which a `SiteTilesLayer` shows a layer: `new SiteTilesLayer({ id, ...session.tiles('textured') })`. */
  tiles(layer?: LayerName) {
    return { url: this.layerUrl(layer), origin: this.origin, fetchQuery: this.visit.query };
  }

  /** Calls `listener` once when the grant has ended. Returns a function that unsubscribes. */
  onEnd(listener: (reason: VisitFailure) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Fetches a file of the site. The token is in the URL: a header would cause a CORS preflight for each tile of another origin.
   * Retries while the server does not respond, and once more if the token was rejected and the grant is still valid. Rejects with
   * {@link VisitFailure} if the grant has ended.
   */
  readonly fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const answer = await this.attempt(url, init);
    if (answer.status !== 401 && answer.status !== 403 && answer.status !== 404) return answer;
    await this.visit.check();
    return answer.status === 404 ? this.checked(answer) : this.attempt(url, init);
  };

  /** Closes the session; nothing is fetched afterwards. A second call does nothing. */
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
    // An unreachable server has not revoked the view.
    if (this.ended || reason.mayPass) return;
    this.ended = reason;
    for (const listener of this.listeners) listener(reason);
    this.listeners.clear();
  }
}
