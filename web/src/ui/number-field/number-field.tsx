import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { UI_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { held, limitAt, type NumberRange, readNumber, stepFactor, stepped, writeNumber } from './number-step.ts';
import css from './number-field.module.css';

interface NumberFieldProps {
  /** The accessible name of the number; `mark` is the visible one. */
  label: string;
  /** A letter or an icon before the number. */
  mark: ReactNode;
  value: number;
  range: NumberRange;
  /** Shown behind the number, with the space that belongs between them. */
  unit: string;
  /** 'row' fills a panel's width, 'compact' is for a bar and shows its step buttons on touch screens only. */
  variant?: 'row' | 'compact';
  onChange: (value: number) => void;
}

/** Steps of the arrow and page keys. */
const KEY_STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/**
 * A number with a step. Arrows, the wheel over the focused field and the buttons step it; Shift ×10, Alt ÷10.
 *
 * Why not the NumberField of react-aria: docs/decisions/0023-own-number-field.md.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, mark, range, unit, variant = 'row', onChange } = props;
  const value = held(props.value, range);
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const limit = limitAt(value, range);
  const limitText = limit && textOfLimit(limit, props);
  const text = writeNumber(value, range.decimals);

  const change = (next: number) => {
    setDraft(null);
    if (next !== value) onChange(next);
  };
  const step = (steps: number) => change(stepped(readNumber(draft ?? '') ?? value, range, steps));
  const keepDraft = () => {
    if (draft !== null) change(held(readNumber(draft) ?? value, range));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = KEY_STEPS[event.key];
    if (steps !== undefined) step(steps * stepFactor(event));
    else if (event.key === 'Enter') keepDraft();
    else if (event.key === 'Escape' && draft !== null) setDraft(null);
    else return;
    event.preventDefault();
  };
  const field = useWheelSteps(step);

  return (
    <div ref={field} className={classNames(css.field, css[variant])}>
      <label htmlFor={id} className={css.mark}>
        <span aria-hidden>{mark}</span>
        <span className="visually-hidden">{label}</span>
      </label>
      <span id={`${id}-limit`} className={css.limit}>
        {limitText}
      </span>
      <input
        id={id}
        className={css.input}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-valuenow={value}
        aria-valuemin={range.least}
        aria-valuemax={range.most}
        aria-valuetext={`${text}${unit}`}
        aria-describedby={limit ? `${id}-limit` : undefined}
        value={draft ?? text}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={keepDraft}
        onKeyDown={onKeyDown}
      />
      <span className={css.unit}>{unit}</span>
      <span className={css.buttons}>
        <IconButton
          icon={Minus}
          size="s"
          label={formatMessage(UI_MESSAGES['ui.less'], { label })}
          tabIndex={-1}
          disabled={limit === 'least'}
          onClick={(event) => step(-stepFactor(event))}
        />
        <IconButton
          icon={Plus}
          size="s"
          label={formatMessage(UI_MESSAGES['ui.more'], { label })}
          tabIndex={-1}
          disabled={limit === 'most'}
          onClick={(event) => step(stepFactor(event))}
        />
      </span>
    </div>
  );
}

/** Wheel travel of one step, in CSS pixels, and the CSS pixels of one line for wheels that report lines. */
const STEP_PX = 50;
const LINE_PX = 50 / 3;

/** Steps with the wheel while the field has focus: over any other field it scrolls the page and changes no value. */
function useWheelSteps(step: (steps: number) => void) {
  const field = useRef<HTMLDivElement>(null);
  const latest = useRef(step);
  useEffect(() => void (latest.current = step));
  useEffect(() => {
    const element = field.current;
    let travelPx = 0;
    const onWheel = (event: WheelEvent) => {
      if (!element?.contains(document.activeElement)) return;
      event.preventDefault();
      // With Shift held some systems turn the wheel sideways.
      const delta = event.deltaY || event.deltaX;
      travelPx -= delta * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      const steps = Math.trunc(travelPx / STEP_PX);
      if (steps === 0) return;
      travelPx -= steps * STEP_PX;
      latest.current(steps * stepFactor(event));
    };
    // Not passive, and so not React's own listener: the panel must not scroll along.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  return field;
}

function textOfLimit(limit: 'least' | 'most', { range, unit }: Pick<NumberFieldProps, 'range' | 'unit'>): string {
  const value = `${writeNumber(range[limit]!, range.decimals)}${unit}`;
  return formatMessage(limit === 'least' ? UI_MESSAGES['ui.least'] : UI_MESSAGES['ui.most'], { value });
}
