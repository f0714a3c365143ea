import { SIGNED_ADDRESSES, unsignedPath } from './signed-path.ts';

const SCOPE_PARTS = 3;

type Answered = readonly [url: string, answeredUrl: string];

/** What this module needs of a `BroadcastChannel`. */
export interface AddressChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/**
 * The signed addresses that redirects have told: further files of the same folder are then requested from the cache in front of the server,
 * which needs no request of the server for each of them. All addresses are absolute URLs.
 */
export class SignedAddresses {
  /** By the address of a folder: what stands in its place, until when, in milliseconds of `nowMs`, and what told it. */
  private readonly folders = new Map<string, { signed: string; untilMs: number; answered: Answered }>();

  /**
   * `nowMs` never goes back, from any beginning. Pages and workers of an origin tell each other over `channel` what they learn: null asks
   * for what the others know.
   */
  constructor(
    private readonly nowMs: () => number,
    private readonly channel: AddressChannel,
  ) {
    channel.addEventListener('message', ({ data }) => {
      if (data) this.note(data as Answered);
      else
        for (const { answered, untilMs } of this.folders.values()) if (untilMs > nowMs()) channel.postMessage(answered);
    });
    channel.postMessage(null);
  }

  /** The signed address of a file; null where none is known. */
  of(url: string): string | null {
    const folder = folderOf(url);
    const known = folder === null ? undefined : this.folders.get(folder);
    if (!known || known.untilMs <= this.nowMs()) return null;
    const { pathname } = new URL(url);
    return known.signed + pathname.slice(new URL(folder!).pathname.length);
  }

  /** A request of `url` was answered from `answeredUrl`. */
  learn(url: string, answeredUrl: string): void {
    const answered: Answered = [url, answeredUrl];
    if (this.note(answered)) this.channel.postMessage(answered);
  }

  /** The signed address was refused. */
  forget(url: string): void {
    const folder = folderOf(url);
    if (folder !== null) this.folders.delete(folder);
  }

  /** Whether it is new: an address that is known keeps its end, because nobody knows when it was told first. */
  private note(answered: Answered): boolean {
    const [url, answeredUrl] = answered;
    const folder = folderOf(url);
    const { origin, pathname } = new URL(answeredUrl);
    if (folder === null || folderOf(origin + unsignedPath(pathname)) !== folder) return false;
    const parts = pathname.slice(SIGNED_ADDRESSES.prefix.length).split('/', 2 + SCOPE_PARTS);
    const signed = `${origin}${SIGNED_ADDRESSES.prefix}${parts.join('/')}/`;
    if (this.folders.get(folder)?.signed === signed) return false;
    this.folders.set(folder, { signed, untilMs: this.nowMs() + SIGNED_ADDRESSES.usedForMs, answered });
    return true;
  }
}

const FOLDER = /^\/api\/files\/models\/[^/]+\/[^/]+\/[^/]+\//;

/** The folder whose files have one signature; null for other addresses. */
function folderOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  const folder = FOLDER.exec(pathname)?.[0];
  return folder === undefined ? null : origin + folder;
}
