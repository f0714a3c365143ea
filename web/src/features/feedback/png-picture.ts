import { FEEDBACK_SCREENSHOT_LONGEST, FEEDBACK_SCREENSHOT_WIDEST_PX } from '@overlook/shared/config';

/** A picture of any kind as a PNG data URL (specification §3 "Feedback"), scaled down until it fits a feedback. */
export async function pngPicture(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture);
  try {
    const longest = Math.max(bitmap.width, bitmap.height);
    let scale = Math.min(1, FEEDBACK_SCREENSHOT_WIDEST_PX / longest);
    let url = await dataUrl(bitmap, scale);
    while (url.length > FEEDBACK_SCREENSHOT_LONGEST) {
      scale /= 2;
      url = await dataUrl(bitmap, scale);
    }
    return url;
  } finally {
    bitmap.close();
  }
}

async function dataUrl(bitmap: ImageBitmap, scale: number): Promise<string> {
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const png = await canvas.convertToBlob({ type: 'image/png' });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read.')));
    reader.readAsDataURL(png);
  });
}
