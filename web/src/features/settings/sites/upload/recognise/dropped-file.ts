/** A file that a person has dropped or chosen. Its bytes stay on the disk until they are sent. */
export interface DroppedFile {
  /** With the names of the folders from the dropped one on, separated by forward slashes. */
  readonly path: string;
  readonly file: File;
}

/** A file with its path below the folder of its part. */
export type PartFile = DroppedFile;

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder of a path; empty for a file that lies in none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** A path below a folder. */
export const below = (folder: string, path: string): string => (folder === '' ? path : path.slice(folder.length + 1));

/** The ending of a name in lower case without its dot; empty where it has none. */
export function endingOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The deepest folder that holds all paths; empty where there is none. */
export function commonFolder(paths: readonly string[]): string {
  let common = paths.length > 0 ? folderOf(paths[0]!) : '';
  for (const path of paths) while (common !== '' && !path.startsWith(`${common}/`)) common = folderOf(common);
  return common;
}
