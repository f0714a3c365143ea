/**
 * Files that are named by their content. Each version of a layer has its own, below `objects`; its tilesets name them as if they lay beside
 * the versions, so that a file of several captures has one address, and browsers keep it once (decision 0056).
 */
import { createHash } from 'node:crypto';

/** The folder in each version; in addresses it stands where the version does. */
export const SHARED_FOLDER = 'objects';

const SHARED_PATH = /^objects\/([0-9a-f]{2})\/(\1[0-9a-f]{62})\.glb$/;
const SHARED_URI = /^\.\.\/(objects\/.*)$/s;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Where a tile is in its version. */
export function sharedPath(glb: Uint8Array): string {
  const hash = hashOf(glb);
  return `${SHARED_FOLDER}/${hash.slice(0, 2)}/${hash}.glb`;
}

/** The uri of such a file in a tileset that lies directly in its version. */
export const sharedUri = (filePath: string): string => `../${filePath}`;

/** The path in the version of what a uri in `fromPath` names; null where it names no file of this kind. */
export function sharedPathOf(fromPath: string, uri: string): string | null {
  const filePath = fromPath.includes('/') ? null : (SHARED_URI.exec(uri)?.[1] ?? null);
  return filePath !== null && SHARED_PATH.test(filePath) ? filePath : null;
}

/** Whether a file of a version is named by its content. */
export const isShared = (filePath: string): boolean => SHARED_PATH.test(filePath);

/** Whether a file may have its name: one that has the name of a content must have that content. */
export function hasOwnContent(filePath: string, bytes: Uint8Array): boolean {
  const hash = SHARED_PATH.exec(filePath)?.[2];
  return hash === undefined || hash === hashOf(bytes);
}
