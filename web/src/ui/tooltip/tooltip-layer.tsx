import { useEffect, useRef, useState } from 'react';
import { TOOLTIP_DELAY_MS } from '@overlook/shared/config';
import { classNames } from '../class-names.ts';
import { keyboardWords } from '../keyboard-words.ts';
import { placeTooltip } from './place-tooltip.ts';
import css from './tooltip.module.css';

interface Shown {
  text: string;
  keys: string | null;
  anchor: HTMLElement;
}

/** The element that a tooltip belongs to: the nearest with `data-tooltip`. */
const anchorOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/**
 * The one tooltip of the page. Elements set it with `data-tooltip` (and `data-keys` for a key): 500 ms after the
 * pointer or the focus arrived, immediately while moving between neighbours. Esc, a press and scrolling remove it.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => watchAnchors(setShown), []);
  useEffect(() => {
    if (shown && box.current) placeTooltip(box.current, shown.anchor.getBoundingClientRect());
  }, [shown]);

  return (
    <div
      ref={box}
      role="tooltip"
      className={classNames(css.tooltip, !shown && css.hidden)}
      data-react-aria-top-layer="true"
      aria-hidden
    >
      {shown?.text}
      {shown?.keys && <kbd className={css.keys}>{keyboardWords.of(shown.keys)}</kbd>}
    </div>
  );
}

function watchAnchors(show: (shown: Shown | null) => void): () => void {
  let current: HTMLElement | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    current = null;
    isOpen = false;
    show(null);
  };
  const open = (anchor: HTMLElement) => {
    if (!anchor.isConnected) return close();
    isOpen = true;
    show({ text: anchor.dataset['tooltip'] ?? '', keys: anchor.dataset['keys'] ?? null, anchor });
  };
  const arrive = (event: Event) => {
    const anchor = anchorOf(event.target);
    if (anchor === current) return;
    if (!anchor) return close();
    if (event.type === 'focusin' && !anchor.matches(':focus-visible')) return;
    clearTimeout(timer);
    current = anchor;
    if (isOpen) open(anchor);
    else timer = setTimeout(() => open(anchor), TOOLTIP_DELAY_MS);
  };
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') arrive(event);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close();
  };

  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('pointerover', onPointer, { signal });
  document.addEventListener('focusin', arrive, { signal });
  document.addEventListener('focusout', close, { signal });
  document.addEventListener('pointerdown', close, { signal, capture: true });
  document.addEventListener('keydown', onKey, { signal });
  document.addEventListener('scroll', close, { signal, capture: true, passive: true });
  return () => {
    close();
    stop.abort();
  };
}
