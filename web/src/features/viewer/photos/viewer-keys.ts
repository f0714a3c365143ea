import { stepPhoto } from '../../../state/photos.ts';
import type { FlatView } from './flat-view.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;
type Action = (fly: () => void) => void;

/** One press of an arrow on a photo that is larger than its view, CSS pixels. */
const MOVE_PX = 48;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The effect of a key on the photo; null for none. `view` is null for a panorama, which has its own keys. */
export function viewerKeyAction(press: Press, view: FlatView | null): Action | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.code === 'PageDown') return () => stepPhoto(1);
  if (press.code === 'PageUp') return () => stepPhoto(-1);
  if (press.code === 'KeyF') return (fly) => fly();
  return view && flatKeyAction(press, view);
}

function flatKeyAction({ key, code, shiftKey }: Press, view: FlatView): Action | null {
  // Signs lie elsewhere on each keyboard.
  if (key === '+' || key === '=') return () => view.zoomBy(1);
  if (key === '-' || key === '_') return () => view.zoomBy(-1);
  if (key === '0') return () => view.fit();
  if (code === 'KeyR') return () => view.turn(shiftKey ? -1 : 1);
  const arrow = ARROWS[code];
  if (!arrow) return null;
  const [x, y] = arrow;
  if (view.isZoomed) return () => view.moveBy(x * MOVE_PX, y * MOVE_PX);
  return () => stepPhoto(x + y > 0 ? -1 : 1);
}
