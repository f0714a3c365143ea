/** Header of requests that the server sends to itself through its public address. */
export const CHECK_HEADER = 'x-overlook-check';

/** How a request arrived that this server had sent through its public address. */
export interface SeenRequest {
  /** Of the connection. */
  readonly socketAddress: string;
  /** Of the visitor, as the server takes it. */
  readonly address: string;
  /** Whether it has headers of a proxy. */
  readonly isForwarded: boolean;
  readonly hasForwardedFor: boolean;
  readonly host: string;
  /** Null where the proxy does not tell. */
  readonly forwardedHost: string | null;
  readonly forwardedProtocol: string | null;
}

/** Requests to oneself, by a word that only the sender knows. */
export interface SeenRequests {
  /** Waits for the request with this word, and returns what has arrived until `send` is done; null where it arrived elsewhere. */
  during(word: string, send: () => Promise<unknown>): Promise<SeenRequest | null>;
  isExpected(word: unknown): word is string;
  note(word: string, seen: SeenRequest): void;
}

export function createSeenRequests(): SeenRequests {
  const expected = new Map<string, SeenRequest | null>();
  return {
    async during(word, send) {
      expected.set(word, null);
      try {
        await send();
        return expected.get(word) ?? null;
      } finally {
        expected.delete(word);
      }
    },
    isExpected: (word): word is string => typeof word === 'string' && expected.has(word),
    note: (word, seen) => void expected.set(word, seen),
  };
}
