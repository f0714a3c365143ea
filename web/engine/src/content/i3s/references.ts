/** How documents of I3S 1.6 refer to others and leave values out. */
import { type JsonNode, UnsupportedContentError } from '@overlook/shared/tiles3d';

/** A host that does not exist (RFC 2606). */
const PACKAGE = 'https://package.invalid/';

/**
 * The path in the package of a reference from a document in `folder`, which ends with a slash or is empty. Throws
 * UnsupportedContentError for one to another place.
 */
export function pathFrom(folder: string, reference: string, name: string): string {
  const base = PACKAGE + addressPath(folder);
  const url = URL.canParse(reference, base) ? new URL(reference, base) : null;
  if (!url?.href.startsWith(PACKAGE))
    throw new UnsupportedContentError(name, `It refers to another place, ${reference.slice(0, 80)}.`);
  const path = url.pathname.replaceAll(/^\/|\/$/g, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path as that of an address. */
export const addressPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The member; null where it is absent, or null as writers have it. */
export function present(node: JsonNode, key: string): JsonNode | null {
  const found = node.optional(key);
  return found?.value === null ? null : found;
}
