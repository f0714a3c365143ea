import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import css from './segmented.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: LucideIcon;
  /** Drawn quietly: choosing it answers with a reason instead of doing it. */
  isDimmed?: boolean;
  /** Cannot be chosen now, and why. */
  disabledReason?: string;
}

interface SegmentedProps<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  isDisabled?: boolean;
  /** 'strip' floats over the model, 'list' is for a popover, 'box' for a panel or bar. */
  variant?: 'box' | 'strip' | 'list';
}

/** One of a few: a radio group, so the arrows move and select. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  isDisabled = false,
  variant = 'box',
}: SegmentedProps<Value>) {
  const ids = useId();
  return (
    <RadioGroup
      aria-label={label}
      orientation={variant === 'list' ? 'vertical' : 'horizontal'}
      value={value ?? ''}
      isDisabled={isDisabled}
      onChange={(chosen) => onChange(chosen as Value)}
      className={classNames(css.group, css[variant])}
    >
      {segments.map(({ value: own, label: text, icon: Icon, isDimmed, disabledReason }) => (
        <Radio
          key={own}
          value={own}
          isDisabled={disabledReason !== undefined}
          className={classNames(css.segment, isDimmed && css.dimmed)}
          {...(disabledReason ? { 'data-tooltip': disabledReason, 'aria-describedby': `${ids}-${own}` } : {})}
        >
          {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
          {text}
          {disabledReason && (
            <span id={`${ids}-${own}`} hidden>
              {disabledReason}
            </span>
          )}
        </Radio>
      ))}
    </RadioGroup>
  );
}
