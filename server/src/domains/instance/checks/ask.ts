import { request as askPlain } from 'node:http';
import { request as askEncrypted } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Its beginning, undecoded. */
  readonly text: string;
}

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The body is announced and never sent. */
  readonly holdsBody?: boolean;
  readonly withinMs: number;
}

const TEXT_BYTES = 256 * 1024;

/** One request, without following redirections. Rejects with what the connection fails with, or after `withinMs`. */
export function ask(
  url: URL,
  { method = 'GET', headers = {}, holdsBody = false, withinMs }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? askEncrypted : askPlain;
    const request = send(url, { method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      const end = () => {
        const text = Buffer.concat(pieces).toString('latin1');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        request.destroy();
      };
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if ((bytes += piece.length) > TEXT_BYTES) end();
      });
      response.on('end', end);
      response.on('error', end);
    });
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${withinMs} ms`)), withinMs);
    request.on('close', () => clearTimeout(timer));
    request.on('error', reject);
    if (holdsBody) request.flushHeaders();
    else request.end();
  });
}
