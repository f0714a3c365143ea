import { KEPT_MODELS_BYTES_MOST, PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { unsignedPath } from '@overlook/shared/signed-addresses';
import { ByteStore } from './byte-store.ts';

/** Names of the caches of models begin with it. */
const MODELS_CACHE = 'overlook-models-';
const MODELS = '/api/files/models/';
/** In the place of a version. */
const SHARED_FILES = 'objects';
/** A cache that exists while nothing is to be kept, because service workers have no settings. */
const OFF = 'overlook-keeps-nothing';

/** The layers that a session may read, according to the server. */
interface Grant {
  readonly store: ByteStore;
  /** Folders of the versions of layers, and of files that are shared between them, with a slash at the end. */
  readonly folders: readonly string[];
}

/** The session that was checked last; the grant is null where the server did not answer, or refused. */
interface CheckedSession {
  readonly name: string;
  readonly store: ByteStore;
  readonly grant: Promise<Grant | null>;
  readonly askedAtMs: number;
  /** The models that the session may not read any more, and those of other sessions, are deleted. */
  readonly tidied: Promise<void>;
}

export interface SessionModelsOptions {
  readonly caches: CacheStorage;
  readonly fetch: (input: RequestInfo, init?: RequestInit) => Promise<Response>;
  readonly now?: () => number;
  readonly capBytes?: number;
  /** Pause after the newest answer before answers are stored, milliseconds. */
  readonly pauseMs?: number;
}

/**
 * Files of published models, kept for one session at a time. Their cache is named by a hash of the session's token,
 * which only that session can send, and is used only for layers that the server has listed for it within
 * `PERMISSION_CACHE_MS`: the same time for which the server caches permissions.
 */
export class SessionModels {
  private current: CheckedSession | null = null;
  private off: Promise<boolean> | null = null;
  /** Counts the events that end running checks. */
  private ends = 0;

  constructor(private readonly options: SessionModelsOptions) {}

  /** A visit begins: earlier answers do not count for it. */
  async begin(authorization: string): Promise<void> {
    if (!(await this.isOff())) await this.check(await cacheNameOf(authorization), authorization).tidied;
  }

  /**
   * The answer to a request for a file of a model; from the kept models where the session may read it. `after`
   * continues after the answer.
   */
  async answer(request: Request, authorization: string, after: (work: Promise<unknown>) => void): Promise<Response> {
    if (await this.isOff()) return this.options.fetch(request);
    // A signature changes every few minutes, and what it was made for does not.
    const pathname = unsignedPath(new URL(request.url).pathname);
    const { grant: asked, tidied } = await this.checked(authorization);
    after(tidied);
    const grant = await asked;
    const isGranted = grant?.folders.some((folder) => pathname.startsWith(folder)) ?? false;
    const kept = isGranted ? await grant!.store.match(pathname) : null;
    if (kept) {
      after(grant!.store.touch(pathname));
      return kept;
    }
    // The browser's own cache is neither written, because it could not be emptied here, nor read, because it knows no
    // permissions.
    const answer = await this.options.fetch(request, { cache: 'no-store' });
    if (answer.status === 401) after(this.forget());
    else if (isGranted && answer.status === 200) after(grant!.store.put(pathname, answer.clone()));
    return answer;
  }

  /** Keeps models from now on, or keeps none and deletes the existing ones. */
  async setKeeping(isOn: boolean): Promise<void> {
    this.off = Promise.resolve(!isOn);
    if (isOn) return void (await this.options.caches.delete(OFF).catch(() => false));
    await this.options.caches.open(OFF).catch(() => null);
    await this.forget();
  }

  /** Deletes all models of all sessions. */
  async forget(): Promise<void> {
    this.ends++;
    const { current } = this;
    this.current = null;
    await current?.store.remove();
    await this.deleteOthers(null);
  }

  /** Bytes that are kept, of all sessions. */
  async bytes(): Promise<number> {
    const stores = (await this.names()).map((name) =>
      name === this.current?.name ? this.current.store : this.open(name),
    );
    const sizes = await Promise.all(stores.map((store) => store.bytes()));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  private async checked(authorization: string): Promise<CheckedSession> {
    const name = await cacheNameOf(authorization);
    const { current } = this;
    const isFresh = current?.name === name && this.now() - current.askedAtMs <= PERMISSION_CACHE_MS;
    return isFresh ? current : this.check(name, authorization);
  }

  /** Requests the readable layers of the session from the server. Earlier answers do not count. */
  private check(name: string, authorization: string): CheckedSession {
    const store = this.current?.name === name ? this.current.store : this.open(name);
    const grant = this.ask(store, authorization);
    const session = { name, store, grant, askedAtMs: this.now(), tidied: this.tidy(name, grant) };
    this.current = session;
    void this.dropUnlessGiven(session);
    return session;
  }

  /** No answer waits for it: the folders of the grant decide what is given. */
  private async tidy(name: string, asked: Promise<Grant | null>): Promise<void> {
    const { ends } = this;
    const grant = await asked;
    if (!grant || ends !== this.ends) return;
    await this.deleteOthers(name);
    await grant.store.retain((path) => grant.folders.some((folder) => path.startsWith(folder)));
  }

  /** After a check without an answer the next request checks again. */
  private async dropUnlessGiven(session: CheckedSession): Promise<void> {
    const grant = await session.grant;
    if (!grant && this.current === session) this.current = { ...session, askedAtMs: -Infinity };
  }

  private open(name: string): ByteStore {
    const { caches, capBytes = KEPT_MODELS_BYTES_MOST, pauseMs } = this.options;
    return new ByteStore(caches, name, capBytes, pauseMs);
  }

  private isOff(): Promise<boolean> {
    this.off ??= this.options.caches.has(OFF).catch(() => false);
    return this.off;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private async ask(store: ByteStore, authorization: string): Promise<Grant | null> {
    const { ends } = this;
    try {
      const headers = { authorization };
      const answer = await this.options.fetch('/api/models/all', { headers, cache: 'no-store' });
      if (answer.status === 401) await this.forget();
      if (!answer.ok || ends !== this.ends) return null;
      const { models } = (await answer.json()) as { models: { filepath: string }[] };
      const folders = models.flatMap(({ filepath }) => foldersOf(filepath));
      return ends === this.ends ? { store, folders } : null;
    } catch {
      // The server is away: nothing is known of the session.
      return null;
    }
  }

  /** Deletes the models of other sessions. */
  private async deleteOthers(own: string | null): Promise<void> {
    const others = (await this.names()).filter((name) => name !== own);
    await Promise.all(others.map((name) => this.options.caches.delete(name).catch(() => false)));
  }

  private async names(): Promise<string[]> {
    const names = await this.options.caches.keys().catch(() => []);
    return names.filter((name) => name.startsWith(MODELS_CACHE));
  }
}

/** Below a version, and beside it: the files that it shares with other captures of its layer. */
function foldersOf(filepath: string): string[] {
  const [slug, layer] = filepath.startsWith(MODELS) ? filepath.slice(MODELS.length).split('/') : [];
  if (!slug || !layer) return [];
  return [filepath.slice(0, filepath.lastIndexOf('/') + 1), `${MODELS}${slug}/${layer}/${SHARED_FILES}/`];
}

/** A token cannot be derived from the name of its cache. */
async function cacheNameOf(authorization: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization));
  const hex = Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0'));
  return MODELS_CACHE + hex.join('');
}
