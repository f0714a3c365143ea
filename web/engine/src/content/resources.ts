import { MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { ParseContext } from './content-platform.ts';

/** Bytes of a data: uri; decoded here because the page's policy does not allow fetching one. */
function decodeDataUri(uri: string, name: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0) throw new MalformedContentError(name, 'a data uri has no data.');
  const data = uri.slice(comma + 1);
  const isBase64 = uri.slice(0, comma).endsWith(';base64');
  try {
    const text = isBase64
      ? atob(data)
      : data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    throw new MalformedContentError(name, 'a data uri is not valid base64.');
  }
}

/** Absolute URL of a uri in a content. Refuses other origins: the session's token must not reach them. */
export function resolveUrl(uri: string, context: ParseContext): string {
  let url: URL;
  try {
    url = new URL(uri, context.url);
  } catch {
    throw new MalformedContentError(context.name, `refers to “${uri}”, which is not a valid uri.`);
  }
  if (url.origin !== new URL(context.url).origin) {
    throw new UnsupportedContentError(context.name, `refers to another server, ${url.host || url.protocol}.`);
  }
  return url.href;
}

/** Bytes behind a uri that a content names: inline data or a file beside it. */
export async function resolveBytes(uri: string, context: ParseContext): Promise<Uint8Array> {
  if (/^data:/i.test(uri)) return decodeDataUri(uri, context.name);
  return context.platform.fetchBytes(resolveUrl(uri, context));
}
