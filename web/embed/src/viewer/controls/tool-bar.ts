import { make } from './dom.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** A toolbar with one tab stop and arrow keys between the buttons (ARIA Authoring Practices, "Toolbar"). */
export function toolBar(label: string, part: string, children: readonly HTMLElement[]): HTMLElement {
  const element = make('div', { class: 'hud bar tools', part, role: 'toolbar', 'aria-label': label }, ...children);
  const stops = children.map((child) => (child instanceof HTMLButtonElement ? child : child.querySelector('button')!));
  const visit = (index: number) => stops.forEach((stop, own) => (stop.tabIndex = own === index ? 0 : -1));
  visit(0);
  element.addEventListener('focusin', ({ target }) => {
    const index = stops.findIndex((stop) => stop === target);
    if (index >= 0) visit(index);
  });
  element.addEventListener('keydown', (event) => {
    const index = stops.findIndex((stop) => stop === event.target);
    const step = STEPS[event.code];
    if (index < 0 || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    stops[(index + step + stops.length) % stops.length]!.focus();
  });
  return element;
}
