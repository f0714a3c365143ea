import { make } from './dom.ts';
import { icon, type IconName } from './icons.ts';

interface RadioListOptions<Value extends string> {
  readonly label: string;
  readonly part: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: IconName }[];
  readonly onChoose: (value: Value) => void;
}

let count = 0;

/** A list of native radio buttons: the arrow keys move and select. */
export function radioList<Value extends string>(
  options: RadioListOptions<Value>,
): {
  readonly element: HTMLElement;
  /** Selects an entry; null for none. */
  readonly choose: (value: Value | null) => void;
} {
  const name = `overlook-choice-${++count}`;
  const inputs = new Map<Value, HTMLInputElement>();
  const rows = options.options.map(({ value, label, icon: drawing }) => {
    const input = make('input', { type: 'radio', name, value, class: 'radio' });
    input.addEventListener('change', () => input.checked && options.onChoose(value));
    inputs.set(value, input);
    return make('label', { class: 'choice', part: 'choice' }, input, ...(drawing ? [icon(drawing)] : []), label);
  });
  const group = { class: 'choices', part: options.part, role: 'radiogroup', 'aria-label': options.label };
  return {
    element: make('div', group, ...rows),
    choose(value) {
      for (const [own, input] of inputs) input.checked = own === value;
    },
  };
}
