const GAP_PX = 8;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Position of a tooltip: under its anchor, above when there is no room, beside when the anchor lies in a column at the
 * left edge; always inside the page. CSS pixels of the viewport.
 */
export function tooltipPlace(
  anchor: Box,
  tip: { width: number; height: number },
  page: { width: number; height: number },
) {
  const isInRail = anchor.left + anchor.width <= 64 && anchor.top > 44;
  if (isInRail) {
    const top = clamp(anchor.top + (anchor.height - tip.height) / 2, GAP_PX, page.height - tip.height - GAP_PX);
    return { left: anchor.left + anchor.width + GAP_PX, top };
  }
  const left = clamp(anchor.left + (anchor.width - tip.width) / 2, GAP_PX, page.width - tip.width - GAP_PX);
  const below = anchor.top + anchor.height + GAP_PX;
  const isRoomBelow = below + tip.height + GAP_PX <= page.height;
  return { left, top: isRoomBelow ? below : anchor.top - tip.height - GAP_PX };
}

/** Moves the tooltip's element beside its anchor. */
export function placeTooltip(element: HTMLElement, anchor: Box): void {
  const { width, height } = element.getBoundingClientRect();
  const { left, top } = tooltipPlace(anchor, { width, height }, { width: innerWidth, height: innerHeight });
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
