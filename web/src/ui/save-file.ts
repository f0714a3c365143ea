/** Hands a file to the browser's downloads under this name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
