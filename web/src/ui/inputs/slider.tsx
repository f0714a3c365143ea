import { Label, Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components';
import css from './slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  least: number;
  most: number;
  step?: number;
  /** How the value reads beside the slider and to assistive technology. */
  format: (value: number) => string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
}

/** A number on a line, its value always beside it. */
export function Slider({ label, value, least, most, step = 1, format, isDisabled = false, onChange }: SliderProps) {
  const share = (value - least) / (most - least);
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
        <span className={css.fill} style={{ transform: `scaleX(${share})` }} />
        <SliderThumb className={css.thumb!} />
      </SliderTrack>
      <span className={css.value} aria-hidden>
        {format(value)}
      </span>
    </AriaSlider>
  );
}
