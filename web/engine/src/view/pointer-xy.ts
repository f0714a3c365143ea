import type { ScreenXy } from './screen-ray.ts';

/** Where a mouse, pointer or wheel event is, in CSS pixels from the top left corner of an element. */
export function pointerXy(element: Element, event: MouseEvent): ScreenXy {
  const { left, top } = element.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
}
