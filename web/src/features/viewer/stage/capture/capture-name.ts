const two = (value: number): string => String(value).padStart(2, '0');

/** File name of a screenshot: site, date and local time, so that files sort and none is written over. */
export function captureName(slug: string, at: Date): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('');
  return `${slug}-${date}-${time}.jpg`;
}
