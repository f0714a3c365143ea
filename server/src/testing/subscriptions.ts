import { type ErrorBody, errorBodySchema } from '@overlook/shared/schemas';
import type { TestServer } from './test-server.ts';

/** The error that a live connection has sent, which always answers with status 200; null where the text has none. */
export function sentError(events: string): ErrorBody | null {
  const [, data] = /^event: serialized-error\ndata: (.*)$/m.exec(events) ?? [];
  return data === undefined ? null : errorBodySchema.strict().parse((JSON.parse(data) as Shape).data.app);
}

interface Shape {
  readonly data: { readonly app: unknown };
}

/** Opens a subscription until its first message, and closes it. Resolves to null when that is not an error. */
export async function refusalOf(
  server: TestServer,
  { path, input, headers }: { path: string; input: unknown; headers: Record<string, string> },
): Promise<ErrorBody | null> {
  const url = `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const stream = (await server.app.inject({ url, headers, payloadAsStream: true })).stream();
  let text = '';
  for await (const part of stream) {
    text += String(part);
    // The first event has settings of the connection.
    if (text.split('\n\n').length > 2) break;
  }
  return sentError(text);
}
