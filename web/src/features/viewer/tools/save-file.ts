/** Gives the browser a text to save under a name. */
export function saveTextFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the text by the next task; until then the address must exist.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** "measurements-2026-03-14.csv": its kind and the day, in letters that every file system accepts. */
export function exportFileName(subject: string, extension: string, madeOn: Date): string {
  const plain = subject
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const day = [madeOn.getFullYear(), madeOn.getMonth() + 1, madeOn.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${[plain || 'export', ...day].join('-')}.${extension}`;
}
