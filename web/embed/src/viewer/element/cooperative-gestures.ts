import { TAP } from '@overlook/shared/config';
import { scrollHintText } from '@overlook/shared/messages';

/** The hint goes this long after the last gesture that was left to the page, milliseconds. */
const HINT_MS = 1500;

/** The style of the stage itself, which takes every touch, must not win. */
const CSS = `
:host(:not(:fullscreen)) .stage, :host(:not(:fullscreen)) .stage * { touch-action: pan-x pan-y !important; }
.scroll-hint {
  position: absolute;
  inset: 0;
  z-index: 6;
  display: grid;
  place-content: center;
  padding: 16px;
  color: #f4f6f8;
  background: rgb(13 17 21 / 0.6);
  font: 16px / 24px var(--overlook-font, system-ui, sans-serif);
  text-align: center;
  pointer-events: none;
  transition: opacity 0.2s;
}
.scroll-hint:not([data-shown]) { opacity: 0; }
@media (prefers-reduced-motion: reduce) { .scroll-hint { transition: none; } }
`;

/**
 * Leaves the wheel and one finger to the page, which scrolls then; the view keeps the wheel with Ctrl or ⌘, two fingers, and marks that a
 * finger drags. In full screen the view keeps all. Returns a function that ends it.
 */
export function leaveScrollToPage(root: ShadowRoot, stage: HTMLElement): () => void {
  const listening = new AbortController();
  const hint = scrollHint(root);
  const touches = new Map<number, PointerEvent>();
  const isOnStage = ({ target }: Event) => stage.contains(target as Node) && !root.host.matches(':fullscreen');
  const forget = (event: Event) => void touches.delete((event as PointerEvent).pointerId);

  const onWheel = (event: WheelEvent): void => {
    if (!isOnStage(event) || event.ctrlKey || event.metaKey) return;
    event.stopPropagation();
    hint.show(scrollHintText('wheel', /mac/i.test(navigator.platform)));
  };
  const onDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' && isOnStage(event)) touches.set(event.pointerId, event);
  };
  const onMove = (event: PointerEvent): void => {
    const press = touches.get(event.pointerId);
    if (!press || touches.size > 1 || isTaken(press)) return;
    event.stopPropagation();
    const movedPx = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    if (movedPx >= TAP.maxMovePx) hint.show(scrollHintText('touch'));
  };
  // Whether the browser scrolls is decided before it says so to the pointer.
  const onTouchMove = (event: TouchEvent): void => {
    const isOurs = touches.size > 1 || [...touches.values()].some(isTaken);
    if (isOurs && event.cancelable) event.preventDefault();
  };

  // Before the stage, which stops the events that it handles.
  const options = { capture: true, signal: listening.signal };
  root.addEventListener('wheel', onWheel as EventListener, { ...options, passive: true });
  root.addEventListener('pointerdown', onDown as EventListener, options);
  root.addEventListener('pointermove', onMove as EventListener, options);
  root.addEventListener('pointerup', forget, options);
  root.addEventListener('pointercancel', forget, options);
  root.addEventListener('touchmove', onTouchMove as EventListener, { ...options, passive: false });
  return () => {
    listening.abort();
    hint.end();
  };
}

/** A mark of the view has taken the press. */
const isTaken = (press: PointerEvent): boolean => press.defaultPrevented;

/** A sentence over the view, for a moment. Who uses the keyboard has no need of it. */
function scrollHint(root: ShadowRoot): { show: (sentence: string) => void; end: () => void } {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const element = document.createElement('div');
  element.className = 'scroll-hint';
  element.part.add('scroll-hint');
  element.setAttribute('aria-hidden', 'true');
  root.append(element);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    show(sentence) {
      clearTimeout(timer);
      element.textContent = sentence;
      element.toggleAttribute('data-shown', true);
      timer = setTimeout(() => element.toggleAttribute('data-shown', false), HINT_MS);
    },
    end() {
      clearTimeout(timer);
      element.remove();
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}
