import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { photoPanelLimits } from './panel-width.ts';
import css from './panel-edge.module.css';

const KEY_STEP_PX = 16;

interface PanelEdgeProps {
  /** The width that the panel has while it is dragged, CSS pixels. */
  onDrag: (px: number) => void;
  /** The width from now on, CSS pixels; null for the one it begins with. */
  onChange: (px: number | null) => void;
}

/**
 * The edge between panel and stage: dragged, or moved with the arrow keys; a double click gives the panel its own width
 * again. The stage takes its new size once, when the edge is let go.
 */
export function PanelEdge({ onDrag, onChange }: PanelEdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const width = () => edge.current?.parentElement?.offsetWidth ?? 0;
  const widthAt = (event: PointerEvent) => {
    const left = edge.current!.parentElement!.getBoundingClientRect().left;
    return clamped(event.clientX - left);
  };
  const end = (event: PointerEvent) => {
    if (!isDragged) return;
    setDragged(false);
    onChange(widthAt(event));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }[event.code];
    if (by === undefined && event.code !== 'Home') return;
    event.preventDefault();
    onChange(by === undefined ? null : clamped(width() + by));
  };
  const { leastPx, mostPx, shownPx } = photoPanelLimits();
  return (
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-label="Width of the panel"
      aria-orientation="vertical"
      aria-valuenow={shownPx}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      className={css.edge}
      data-dragged={isDragged}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={(event) => isDragged && onDrag(widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(null)}
      onKeyDown={step}
    />
  );
}

function clamped(px: number): number {
  const { leastPx, mostPx } = photoPanelLimits();
  return Math.round(Math.min(mostPx, Math.max(leastPx, px)));
}
