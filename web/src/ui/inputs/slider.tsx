import type { ReactNode } from 'react';
import { Label, Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components';
import css from './slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  least: number;
  most: number;
  step?: number;
  /** The text of the value beside the slider and for assistive technology. */
  format: (value: number) => string;
  isDisabled?: boolean;
  /** In place of the value, a field of it. */
  field?: ReactNode;
  onChange: (value: number) => void;
}

/** A number on a line, its value always beside it. The line is filled from zero where that lies between its ends. */
export function Slider({
  label,
  value,
  least,
  most,
  step = 1,
  format,
  isDisabled = false,
  field,
  onChange,
}: SliderProps) {
  const shareOf = (at: number) => (Math.min(most, Math.max(least, at)) - least) / (most - least);
  const zero = shareOf(0);
  const length = Math.abs(shareOf(value) - zero);
  const isTwoSided = least < 0 && most > 0;
  return (
    <AriaSlider
      className={css.slider!}
      value={value}
      minValue={least}
      maxValue={most}
      step={step}
      isDisabled={isDisabled}
      onChange={(next) => onChange(next)}
    >
      <Label className="visually-hidden">{label}</Label>
      <SliderTrack className={css.track!}>
        <span
          className={css.fill}
          style={{ transform: `translateX(${100 * Math.min(zero, shareOf(value))}%) scaleX(${length})` }}
        />
        {isTwoSided && <span className={css.zero} style={{ left: `${100 * zero}%` }} />}
        <SliderThumb className={css.thumb!} />
      </SliderTrack>
      {field ?? (
        <span className={css.value} aria-hidden>
          {format(value)}
        </span>
      )}
    </AriaSlider>
  );
}
