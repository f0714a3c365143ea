import { setTimeout as delay } from 'node:timers/promises';
import type { Change, Journal } from './journal.ts';

const ANSWER_WITHIN_MS = 15_000;
/** A client that gets no answer sends its change again, under the same id. */
const SEND_MOST = 30;
const SEND_AGAIN_MS = 500;
/** Refusals of a server that cannot at present: it is busy, stops, or has no room. */
const LATER = new Set([408, 429, 500, 502, 503, 504, 507]);

export interface Answer {
  readonly status: number;
  // Answers have every shape.
  readonly body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
}

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly json?: object;
  readonly bytes?: Uint8Array | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A signed-in person who calls one origin. */
export interface Client {
  readonly userId: number;
  /** Sends once. Throws where no answer arrives. */
  ask(request: Request): Promise<Answer>;
  download(path: string): Promise<{ status: number; bytes: Uint8Array }>;
  /** Sends until there is an answer that decides, and notes it; the answer, or null where none came. */
  change(change: Change, request: Request): Promise<Answer | null>;
}

export function createClient(origin: string, who: { userId: number; token: string }, journal: Journal): Client {
  const send = ({ method = 'GET', path, json, bytes, headers }: Request) => {
    const body = json ? JSON.stringify(json) : (bytes as BodyInit | undefined);
    return fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${who.token}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { body }),
    });
  };
  const count = (what: string) => journal.answers.set(what, (journal.answers.get(what) ?? 0) + 1);

  async function ask(request: Request): Promise<Answer> {
    const answer = await send(request);
    const text = await answer.text();
    count(String(answer.status));
    const isJson = answer.headers.get('content-type')?.includes('json');
    const offset = answer.headers.get('upload-offset');
    return { status: answer.status, body: { ...(isJson ? JSON.parse(text) : { text }), offset } };
  }

  return {
    userId: who.userId,
    ask,
    async download(path) {
      const answer = await send({ path });
      return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
    },
    async change(change, request) {
      for (let sent = 0; sent < SEND_MOST; sent++) {
        const answer = await ask(request).catch(() => null);
        if (answer === null) {
          change.hadNoAnswer = true;
          count('no answer');
        } else if (answer.status < 300) {
          change.outcome = 'acknowledged';
          return answer;
        } else if (!LATER.has(answer.status)) {
          change.outcome = 'refused';
          change.refusal = `${answer.status} ${JSON.stringify(answer.body)}`;
          return answer;
        }
        await delay(SEND_AGAIN_MS);
      }
      return null;
    },
  };
}
