import { make } from './dom.ts';
import { icon, type IconName } from './icons.ts';

interface DisclosureOptions {
  /** On the button, in place of its label. */
  readonly icon?: IconName;
  readonly label: string;
  readonly part: string;
  readonly content: HTMLElement;
}

/**
 * A button that opens `content` beside it. Escape, a press outside and the button itself close it; Escape returns the focus to
 * the button.
 */
export function disclosure(options: DisclosureOptions): {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly end: () => void;
} {
  const { label, part, content } = options;
  const attributes = { type: 'button', class: 'button', part: `button ${part}`, 'aria-label': label, title: label };
  const button = make('button', { ...attributes, 'aria-expanded': 'false' }, options.icon ? icon(options.icon) : label);
  content.hidden = true;
  const element = make('div', { class: 'disclosure' }, button, content);
  const show = (isOpen: boolean): void => {
    content.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  };
  const onElsewhere = (event: Event): void => {
    if (!event.composedPath().includes(element)) show(false);
  };
  button.addEventListener('click', () => show(content.hidden === true));
  element.addEventListener('keydown', (event) => {
    if (event.code !== 'Escape' || content.hidden) return;
    event.stopPropagation();
    show(false);
    button.focus();
  });
  // The stage stops the propagation of the presses that it handles.
  document.addEventListener('pointerdown', onElsewhere, { capture: true });
  return {
    element,
    button,
    end: () => document.removeEventListener('pointerdown', onElsewhere, { capture: true }),
  };
}
