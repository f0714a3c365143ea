import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components';
import css from './range-slider.module.css';
import slider from './slider.module.css';

interface RangeSliderProps {
  label: string;
  /** Names of the two ends. */
  ends: readonly [least: string, most: string];
  value: readonly [least: number, most: number];
  least: number;
  most: number;
  step: number;
  /** How a value reads to assistive technology. */
  format: (value: number) => string;
  onChange: (value: [least: number, most: number]) => void;
}

/** Two numbers on a line, of which the second is never below the first. */
export function RangeSlider({ label, ends, value, least, most, step, format, onChange }: RangeSliderProps) {
  return (
    <AriaSlider
      aria-label={label}
      className={css.slider!}
      value={[...value]}
      minValue={least}
      maxValue={most}
      step={step}
      onChange={(next) => Array.isArray(next) && onChange([next[0]!, next[1]!])}
    >
      <SliderTrack className={slider.track!}>
        {ends.map((name, index) => (
          <SliderThumb
            key={name}
            index={index}
            aria-label={`${name}, ${format(value[index]!)}`}
            className={slider.thumb!}
          />
        ))}
      </SliderTrack>
    </AriaSlider>
  );
}
