/** The visible part of a section: its pan and zoom. Pixels are those of the plot, from its top left corner. */
export interface ProfileView {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Metres along the line at the left edge, metres up at the lower edge. */
  readonly alongLeft: number;
  readonly upBottom: number;
  /** Along the line; upwards it is so many times `exaggeration`. */
  readonly pixelsPerMetre: number;
  readonly exaggeration: number;
}

/** Metres: along the line, and up. */
export interface SectionPlace {
  readonly along: number;
  readonly up: number;
}

export interface SectionBounds {
  readonly alongLeast: number;
  readonly alongMost: number;
  readonly upLeast: number;
  readonly upMost: number;
}

/** Free on each side of what is fitted, as a share of the plot. */
const MARGIN = 0.04;
/** A section is seen from a millimetre a pixel to a hundred kilometres a plot. */
const PIXELS_PER_METRE = { least: 0.01, most: 1000 };

export const viewX = ({ alongLeft, pixelsPerMetre }: ProfileView, along: number): number =>
  (along - alongLeft) * pixelsPerMetre;

export const viewY = ({ heightPx, upBottom, pixelsPerMetre, exaggeration }: ProfileView, up: number): number =>
  heightPx - (up - upBottom) * pixelsPerMetre * exaggeration;

/** What is under a pixel. */
export const placeAt = (view: ProfileView, x: number, y: number): SectionPlace => ({
  along: view.alongLeft + x / view.pixelsPerMetre,
  up: view.upBottom + (view.heightPx - y) / (view.pixelsPerMetre * view.exaggeration),
});

/** All of the bounds, in the middle of a plot of this size. */
export function fittedView(
  bounds: SectionBounds,
  { widthPx, heightPx }: Pick<ProfileView, 'widthPx' | 'heightPx'>,
  exaggeration: number,
): ProfileView {
  const along = Math.max(bounds.alongMost - bounds.alongLeast, 0.1);
  const up = Math.max(bounds.upMost - bounds.upLeast, 0.1);
  const free = 1 - 2 * MARGIN;
  const scale = held(Math.min((widthPx * free) / along, (heightPx * free) / (up * exaggeration)));
  return {
    widthPx,
    heightPx,
    exaggeration,
    pixelsPerMetre: scale,
    alongLeft: (bounds.alongLeast + bounds.alongMost) / 2 - widthPx / 2 / scale,
    upBottom: (bounds.upLeast + bounds.upMost) / 2 - heightPx / 2 / (scale * exaggeration),
  };
}

/** Zooms by a factor; the place under the pixel stays there. */
export function zoomedView(view: ProfileView, [x, y]: readonly [number, number], factor: number): ProfileView {
  const { along, up } = placeAt(view, x, y);
  const pixelsPerMetre = held(view.pixelsPerMetre * factor);
  return {
    ...view,
    pixelsPerMetre,
    alongLeft: along - x / pixelsPerMetre,
    upBottom: up - (view.heightPx - y) / (pixelsPerMetre * view.exaggeration),
  };
}

/** Moved with the pointer. */
export const pannedView = (view: ProfileView, [dx, dy]: readonly [number, number]): ProfileView => ({
  ...view,
  alongLeft: view.alongLeft - dx / view.pixelsPerMetre,
  upBottom: view.upBottom + dy / (view.pixelsPerMetre * view.exaggeration),
});

/** For a plot of another size: the middle is kept. */
export function resizedView(view: ProfileView, widthPx: number, heightPx: number): ProfileView {
  const middle = placeAt(view, view.widthPx / 2, view.heightPx / 2);
  return {
    ...view,
    widthPx,
    heightPx,
    alongLeft: middle.along - widthPx / 2 / view.pixelsPerMetre,
    upBottom: middle.up - heightPx / 2 / (view.pixelsPerMetre * view.exaggeration),
  };
}

/** Heights larger or smaller; the middle is kept. */
export function exaggeratedView(view: ProfileView, exaggeration: number): ProfileView {
  const { up } = placeAt(view, 0, view.heightPx / 2);
  return { ...view, exaggeration, upBottom: up - view.heightPx / 2 / (view.pixelsPerMetre * exaggeration) };
}

export interface AxisTicks {
  /** Metres, ascending, each a whole number of steps. */
  readonly values: readonly number[];
  /** Decimals that tell them apart. */
  readonly decimals: number;
}

/** 1, 2 or 5 times a power of ten, so that ticks are at least `apartPx` apart, from `from` over `pixels`. */
export function axisTicks(from: number, pixels: number, pixelsPerMetre: number, apartPx: number): AxisTicks {
  const least = apartPx / pixelsPerMetre;
  const exponent = Math.floor(Math.log10(least));
  const figure = [1, 2, 5, 10].find((digit) => digit * 10 ** exponent >= least * (1 - 1e-9))!;
  const step = figure * 10 ** exponent;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor((from + pixels / pixelsPerMetre) / step + 1e-9) - first + 1;
  const decimals = Math.max(0, -exponent - (figure === 10 ? 1 : 0));
  const values = Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toFixed(decimals)));
  return { values, decimals };
}

const held = (pixelsPerMetre: number): number =>
  Math.min(PIXELS_PER_METRE.most, Math.max(PIXELS_PER_METRE.least, pixelsPerMetre));
