import type { DroppedFile } from './dropped-file.ts';

/**
 * Names a selection by the paths, sizes and dates of its files, so that it is known again when the page was closed. Not for
 * security: two rounds of FNV-1a.
 */
export function selectionHash(files: readonly DroppedFile[]): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (const { path, file } of files) {
    const line = `${path}\n${file.size}\n${file.lastModified}\n`;
    for (let i = 0; i < line.length; i++) {
      const code = line.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code ^ (a >>> 13), 0x85ebca6b);
    }
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
