import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { SHARE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field/field-error.tsx';
import { originProblem, splitOrigins } from './check-origin.ts';
import labelled from '../../ui/field/labelled.module.css';
import css from './share.module.css';

interface OriginsFieldProps {
  origins: readonly string[];
  /** The errors of the entered origins, or the message that there are none. */
  error: string | null;
  onChange: (origins: readonly string[]) => void;
}

/** Origins as tokens. An invalid one remains in the field, with the reason below it. */
export function OriginsField({ origins, error, onChange }: OriginsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = problem ?? error;
  const add = (text: string) => {
    const pieces = splitOrigins(text);
    const wrong = pieces.filter((piece) => originProblem(piece) !== null);
    setTyped(wrong.join(' '));
    setProblem(wrong.length === 0 ? null : originProblem(wrong[0]!));
    const fitting = pieces.filter((piece) => !wrong.includes(piece));
    if (fitting.length > 0) onChange([...new Set([...origins, ...fitting])]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && origins.length > 0) return onChange(origins.slice(0, -1));
    if (!['Enter', ',', ';', ' '].includes(event.key) || typed.trim() === '') return;
    event.preventDefault();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    add(`${typed}${event.clipboardData.getData('text')}`);
  };
  const remove = (origin: string) => {
    onChange(origins.filter((one) => one !== origin));
    input.current?.focus();
  };
  return (
    <div className={css.field}>
      <label htmlFor={id} className={labelled.label}>
        {SHARE_MESSAGES['share.allowedOrigins']}
      </label>
      <div className={classNames(css.tokens, shown !== null && css.invalid)}>
        {origins.map((origin) => (
          <span key={origin} className={css.token}>
            <span className={css.origin}>{origin}</span>
            <IconButton
              icon={X}
              size="s"
              label={formatMessage(SHARE_MESSAGES['share.remove'], { origin })}
              onClick={() => remove(origin)}
            />
          </span>
        ))}
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={
            origins.length === 0 ? SHARE_MESSAGES['share.httpsPortalExampleCom'] : SHARE_MESSAGES['share.addAnOrigin']
          }
          className={css.tokenInput}
          value={typed}
          aria-invalid={shown === null ? undefined : true}
          aria-describedby={shown === null ? undefined : `${id}-error`}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
          onBlur={() => typed.trim() !== '' && add(typed)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      {shown !== null && <FieldError id={`${id}-error`}>{shown}</FieldError>}
    </div>
  );
}
