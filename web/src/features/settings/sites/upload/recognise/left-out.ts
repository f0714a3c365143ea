import { isUploadPath } from '@overlook/shared/uploads';
import type { DroppedFile } from './dropped-file.ts';

/** How many files are not sent, by the reason. */
export interface LeftOut {
  /** Hidden files, and those that systems put into folders. */
  readonly hidden: number;
  readonly empty: number;
  /** Names that not every system can store. */
  readonly unstorable: number;
}

/** What systems and programs put beside the files of people. */
const BY_SYSTEMS = new Set(['__macosx', 'thumbs.db', 'desktop.ini', 'ehthumbs.db', '$recycle.bin']);

const isHidden = (path: string): boolean =>
  path.split('/').some((name) => name.startsWith('.') || BY_SYSTEMS.has(name.toLowerCase()));

/** The files that may be sent, in the order of their paths, each path once: a later file replaces an earlier one. */
export function sendable(dropped: Iterable<DroppedFile>): { files: DroppedFile[]; leftOut: LeftOut } {
  const byPath = new Map<string, DroppedFile>();
  const leftOut = { hidden: 0, empty: 0, unstorable: 0 };
  for (const one of dropped) {
    if (isHidden(one.path)) leftOut.hidden++;
    else if (one.file.size === 0) leftOut.empty++;
    else if (isUploadPath(one.path)) byPath.set(one.path, one);
    else leftOut.unstorable++;
  }
  const files = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, leftOut };
}
