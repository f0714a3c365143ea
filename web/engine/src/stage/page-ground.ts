/** Draws something between two canvases; sizes in device pixels. */
export type Painter = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** What the page shows where nothing is drawn over it: a colour, and a vertical gradient over it. */
export interface PageGround {
  readonly color: string;
  readonly stops: readonly GradientStop[];
}

/** A colour of CSS at a share of the height, 0 at the top. */
export type GradientStop = readonly [share: number, color: string];

/** Of a page that sets no background. */
const BARE = 'rgb(255, 255, 255)';
const TRANSPARENT = 'rgba(0, 0, 0, 0)';
const STOP = /^(?<color>.*?)(?:\s+(?<percent>-?[\d.]+)%)?$/s;
const DIRECTION = /^(to\s|-?[\d.]+(deg|turn|rad|grad)\b)/;
/** At the end of a stop: a place in a unit other than percent, or a second place. */
const LENGTH = /\s-?[\d.]+(%|[a-z]+)$/;

/** The ground behind an element: the first one of itself and the elements around it, also outside its shadow root. */
export function groundBehind(element: HTMLElement): PageGround {
  for (let at: Element | null = element; at; at = at.parentElement ?? hostOf(at)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    const stops = gradientStops(backgroundImage);
    const isOpaque = backgroundColor !== '' && backgroundColor !== TRANSPARENT;
    if (isOpaque || stops.length > 0) return { color: isOpaque ? backgroundColor : BARE, stops };
  }
  return { color: BARE, stops: [] };
}

const hostOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
};

/**
 * The stops of a computed `background-image` that is one linear gradient from top to bottom whose inner stops have their places in
 * percent; none for any other.
 */
export function gradientStops(backgroundImage: string): GradientStop[] {
  const inside = /^linear-gradient\((?<parts>.*)\)$/s.exec(backgroundImage)?.groups?.['parts'];
  const parts = inside === undefined ? null : splitOutside(inside);
  if (parts === null || parts.length < 2 || DIRECTION.test(parts[0]!)) return [];
  const stops = parts.map((part, index): GradientStop => {
    const { color = '', percent } = STOP.exec(part)!.groups!;
    const ends = [0, ...Array<number>(parts.length - 2).fill(NaN), 1];
    return [percent === undefined ? ends[index]! : Number(percent) / 100, color];
  });
  const isRead = stops.every(([share, color]) => share >= 0 && share <= 1 && color !== '' && !LENGTH.test(color));
  return isRead ? stops : [];
}

/** The parts of a list between commas that are in no brackets; null if the brackets do not match. */
function splitOutside(list: string): string[] | null {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '(') depth++;
    if (letter === ')' && --depth < 0) return null;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return depth === 0 ? parts.map((part) => part.trim()) : null;
}

/** Fills the whole picture with the ground: JPEG has no transparency. */
export function groundPainter({ color, stops }: PageGround): Painter {
  return (context, width, height) => {
    context.fillStyle = color;
    context.fillRect(0, 0, width, height);
    if (stops.length === 0) return;
    const gradient = context.createLinearGradient(0, 0, 0, height);
    for (const [share, stopColor] of stops) gradient.addColorStop(share, stopColor);
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  };
}
