const two = (value: number): string => String(value).padStart(2, '0');

/** File name with date and local time after the stem, so that files sort and none is written over. */
export function stampedName(stem: string, extension: string, at = new Date()): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('');
  return `${stem}-${date}-${time}.${extension}`;
}
