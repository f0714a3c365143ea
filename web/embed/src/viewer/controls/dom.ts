/** DOM helpers of the embedded viewer's controls, which are built without React. */
import { icon, type IconName } from './icons.ts';

type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Creates an element. `true` sets an attribute without a value; `false` and null omit it. */
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
  /** Accessible name and tooltip. */
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

/** Sets the pressed state of a toggle button. */
export function setPressed(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed));
}

/** Combines functions that end subscriptions into one. */
export const all =
  (steps: readonly (() => void)[]): (() => void) =>
  () =>
    steps.forEach((step) => step());
