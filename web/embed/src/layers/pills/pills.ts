/**
 * Label images (pills) with text and a mark, painted into one texture atlas. Shapes distinguish states without colour. Sizes in
 * this file are CSS pixels; the texture has twice the resolution.
 */
import { BODY, DISC, EDGE, newContext, paintPill, type Pill, widthOf } from './paint-pill.ts';

export type { Pill } from './paint-pill.ts';

interface IconPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly anchorX: number;
  readonly anchorY: number;
}

/** Props for an `IconLayer`: the texture atlas, the rectangle of each image, and its height for `getSize`. */
export interface PillPictures {
  readonly iconAtlas: ImageData;
  readonly iconMapping: Readonly<Record<string, IconPlace>>;
  heightOf(key: string): number;
}

const DENSITY = 2;
const WIDTH = 1024;
const GAP = 2;

/** Returns a function that caches the images while the pills do not change, so that the texture is not uploaded again. */
export function pillPainter(): (pills: readonly Pill[]) => PillPictures {
  let known = '';
  let pictures: PillPictures | null = null;
  return (pills) => {
    const now = JSON.stringify(pills);
    if (!pictures || now !== known) pictures = paintPills(pills);
    known = now;
    return pictures;
  };
}

function paintPills(pills: readonly Pill[]): PillPictures {
  const ruler = newContext();
  const iconMapping: Record<string, IconPlace> = {};
  let [x, y, rowHeight] = [0, 0, 0];
  for (const pill of pills) {
    const width = Math.min(WIDTH, Math.ceil(widthOf(ruler, pill)));
    const height = (pill.isDisc ? DISC : BODY) + 2 * EDGE + (pill.stem ?? 0) + (pill.stem ? 4 : 0);
    if (x + width > WIDTH) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    const anchorY = pill.stem ? height - 5 : height / 2;
    const place = { x, y, width, height, anchorX: width / 2, anchorY };
    iconMapping[pill.key] = scaled(place);
    x += width + GAP;
    rowHeight = Math.max(rowHeight, height);
  }
  const canvas = new OffscreenCanvas(WIDTH * DENSITY, Math.max(1, (y + rowHeight) * DENSITY));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  for (const pill of pills) {
    const { x, y, width } = iconMapping[pill.key]!;
    context.setTransform(DENSITY, 0, 0, DENSITY, x, y);
    paintPill(context, pill, width / DENSITY);
  }
  const iconAtlas = context.getImageData(0, 0, canvas.width, canvas.height);
  return { iconAtlas, iconMapping, heightOf: (key) => (iconMapping[key]?.height ?? 0) / DENSITY };
}

const scaled = ({ x, y, width, height, anchorX, anchorY }: IconPlace): IconPlace => ({
  x: x * DENSITY,
  y: y * DENSITY,
  width: width * DENSITY,
  height: height * DENSITY,
  anchorX: anchorX * DENSITY,
  anchorY: anchorY * DENSITY,
});

/** Returns the width of a pill with its outline. */
export const pillWidth = (pill: Pill): number => widthOf((measuring ??= newContext()), pill);
let measuring: ReturnType<typeof newContext> | undefined;

/** Height of the body of a pill above its stem, with its outline. */
export const PILL_HEIGHT = BODY + 2 * EDGE;
