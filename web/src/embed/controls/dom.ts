/** Elements of the embedded viewer's controls, which has no React. */
import { icon, type IconName } from './icons.ts';

type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Makes an element: `true` is an attribute without a value; `false` and null are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children);
  return element;
}

interface IconButtonOptions {
  readonly icon: IconName;
  /** Its name and its tooltip. */
  readonly label: string;
  readonly part: string;
  readonly onPress: () => void;
}

export function iconButton({ icon: name, label, part, onPress }: IconButtonOptions): HTMLButtonElement {
  const attributes = { type: 'button', class: 'button', part: `button ${part}`, 'aria-label': label, title: label };
  const button = make('button', attributes, icon(name));
  button.addEventListener('click', onPress);
  return button;
}

/** Says that a button is on, or off. */
export function setPressed(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed));
}

/** Runs each, in order: ends of subscriptions as one. */
export const all =
  (steps: readonly (() => void)[]): (() => void) =>
  () =>
    steps.forEach((step) => step());
