import { commonFolder, type DroppedFile } from './dropped-file.ts';
import { findParts } from './find-parts.ts';
import type { FoundPart } from './found-part.ts';
import { type LeftOut, sendable } from './left-out.ts';
import { selectionHash } from './selection-hash.ts';

/** What a selection of files is. */
export interface Selection {
  /** The name of the dropped folder; of the first part where there is none. */
  readonly title: string;
  readonly parts: readonly FoundPart[];
  readonly files: number;
  readonly bytes: number;
  readonly leftOut: LeftOut;
  /** The same for the same files, whether they were chosen one by one or with their folder. */
  readonly hash: string;
}

/** Reads what dropped files are, without sending anything. Rejects with the reason of the signal. */
export async function recognise(dropped: Iterable<DroppedFile>, signal: AbortSignal): Promise<Selection> {
  const { files, leftOut } = sendable(dropped);
  const { title, inner } = withoutRoot(files);
  const parts = await findParts(inner, title, signal);
  return {
    title: title || titleOf(parts),
    parts,
    files: files.length,
    bytes: files.reduce((sum, { file }) => sum + file.size, 0),
    leftOut,
    hash: selectionHash(inner),
  };
}

/** The name of the first folder, or file, that is recognised: files without a common folder have no other name. */
const titleOf = (parts: readonly FoundPart[]): string =>
  (parts[0]?.place || parts[0]?.files[0]?.path || '').split('/', 1)[0]!;

/** The files below the one dropped folder, whose name is the title. */
function withoutRoot(files: readonly DroppedFile[]): { title: string; inner: readonly DroppedFile[] } {
  const [root = ''] = commonFolder(files.map(({ path }) => path)).split('/', 1);
  if (root === '') return { title: '', inner: files };
  return { title: root, inner: files.map(({ path, file }) => ({ path: path.slice(root.length + 1), file })) };
}
