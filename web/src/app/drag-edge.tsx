import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import css from './drag-edge.module.css';

const KEY_STEP_PX = 16;

/** Lengths, CSS pixels. */
export interface EdgeLimits {
  readonly leastPx: number;
  readonly mostPx: number;
  readonly shownPx: number;
}

interface DragEdgeProps {
  label: string;
  /** The side of its parent: the parent has a width or a height. */
  side: 'right' | 'top';
  /** The limits of the length; read while the edge is moved, because they depend on the window. */
  limits: () => EdgeLimits;
  /** The length that the parent has while it is dragged, CSS pixels; null at the end of that. */
  onDrag: (px: number | null) => void;
  /** The length from now on, CSS pixels; null for the one it begins with. */
  onChange: (px: number | null) => void;
}

/**
 * The edge between a part of the page and the stage: dragged, or moved with the arrow keys; a double click resets the
 * length of the part. The stage is resized once, when the edge is released.
 */
export function DragEdge({ label, side, limits, onDrag, onChange }: DragEdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const held = (px: number): number => {
    const { leastPx, mostPx } = limits();
    return Math.round(Math.min(mostPx, Math.max(leastPx, px)));
  };
  const lengthAt = ({ clientX, clientY }: PointerEvent): number => {
    const { left, bottom } = edge.current!.parentElement!.getBoundingClientRect();
    return held(side === 'right' ? clientX - left : bottom - clientY);
  };
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const end = (px: number | null) => {
    if (!isDragged) return;
    setDragged(false);
    onDrag(null);
    if (px !== null) onChange(px);
  };
  const step = (event: KeyboardEvent) => {
    const by = KEY_STEPS_PX[side][event.code];
    if (by === undefined && event.code !== 'Home') return;
    event.preventDefault();
    onChange(by === undefined ? null : held(limits().shownPx + by));
  };
  const { leastPx, mostPx, shownPx } = limits();
  return (
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={side === 'right' ? 'vertical' : 'horizontal'}
      aria-valuenow={shownPx}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      className={classNames(css.edge, css[side])}
      data-dragged={isDragged}
      onPointerDown={begin}
      onPointerMove={(event) => isDragged && onDrag(lengthAt(event))}
      onPointerUp={(event) => end(lengthAt(event))}
      // The browser has taken over the gesture: no length was chosen, and the position of such an event has no meaning.
      onPointerCancel={() => end(null)}
      onDoubleClick={() => onChange(null)}
      onKeyDown={step}
    />
  );
}

const KEY_STEPS_PX: Readonly<Record<DragEdgeProps['side'], Readonly<Record<string, number>>>> = {
  right: { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX },
  top: { ArrowUp: KEY_STEP_PX, ArrowDown: -KEY_STEP_PX },
};
