/** Pictures larger than this are not decoded, bytes. */
const BYTES_AT_MOST = 64 * 2 ** 20;

/** The upright picture at an address, read with the session's cookie. Rejects with a reason. The caller closes it. */
export async function loadBitmap(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  options?: ImageBitmapOptions,
): Promise<ImageBitmap> {
  const response = await fetch(url, { credentials: 'same-origin', headers, signal });
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  const blob = await response.blob();
  if (blob.size > BYTES_AT_MOST)
    throw new Error(`${url} has ${blob.size} bytes; pictures have ${BYTES_AT_MOST} at most.`);
  return createImageBitmap(blob, options);
}

/** The same, or a smaller one whose longer side has `sidePx`. */
export async function boundedBitmap(bitmap: ImageBitmap, sidePx: number): Promise<ImageBitmap> {
  const share = sidePx / Math.max(bitmap.width, bitmap.height);
  if (share >= 1) return bitmap;
  const bounded = (side: number) => Math.max(1, Math.round(side * share));
  const size = { resizeWidth: bounded(bitmap.width), resizeHeight: bounded(bitmap.height) };
  return createImageBitmap(bitmap, { ...size, resizeQuality: 'high' });
}
