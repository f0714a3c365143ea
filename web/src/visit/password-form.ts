import { VIEW_GRANTS_MESSAGES, VISIT_MESSAGES } from '@overlook/shared/messages';
import { PASSWORD_LONGEST } from '@overlook/shared/config';
import { make } from '@overlook/embed/viewer/dom';

interface PasswordForm {
  readonly element: HTMLElement;
  /** Shows under the field why it did not open; the typed text is kept. */
  refuse(sentence: string): void;
}

/** Asks for the password of a public link. `onPassword` is not called again until {@link PasswordForm.refuse}. */
export function passwordForm(onPassword: (password: string) => void): PasswordForm {
  const input = make('input', {
    id: 'password',
    class: 'input',
    type: 'password',
    autocomplete: 'current-password',
    maxlength: PASSWORD_LONGEST,
    'aria-describedby': 'password-hint password-error',
  });
  const error = make('p', { id: 'password-error', class: 'error', role: 'alert' });
  const button = make('button', { type: 'submit', class: 'action primary' }, VISIT_MESSAGES['visit.openView']);
  const refuse = (sentence: string) => {
    button.removeAttribute('aria-busy');
    input.setAttribute('aria-invalid', 'true');
    error.textContent = sentence;
    input.focus();
  };
  const form = make(
    'form',
    { class: 'card', novalidate: true },
    make('h1', { class: 'title' }, VIEW_GRANTS_MESSAGES['grant.passwordWanted']),
    make('label', { class: 'label', for: 'password' }, VISIT_MESSAGES['visit.password']),
    input,
    make('p', { id: 'password-hint', class: 'hint' }, VISIT_MESSAGES['visit.passwordHint']),
    error,
    button,
  );
  input.addEventListener('input', () => {
    input.removeAttribute('aria-invalid');
    error.textContent = '';
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.hasAttribute('aria-busy')) return;
    if (input.value === '') return refuse(VISIT_MESSAGES['visit.passwordRequired']);
    button.setAttribute('aria-busy', 'true');
    onPassword(input.value);
  });
  return { element: form, refuse };
}
