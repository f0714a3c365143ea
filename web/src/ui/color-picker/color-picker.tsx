import { Info, Pipette } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type Color,
  ColorArea,
  ColorField,
  ColorPicker as AriaColorPicker,
  ColorSlider,
  ColorThumb,
  Input,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { UI_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { preferences } from '../../state/preferences.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { pickFromScreen } from './eye-dropper.ts';
import css from './color-picker.module.css';

export interface ColorPickerProps {
  title: string;
  /** #rrggbb; each change is reported immediately. */
  value: string;
  /** What Reset returns to. */
  resetTo: string;
  /** A message below the colours about the current one. */
  hint?: ReactNode;
  onChange: (color: string) => void;
  onDone: () => void;
}

const hexOf = (color: Color): string => color.toString('hex').toUpperCase();

/** A colour by area, hue, hex and the last six; and from the screen where the browser can. */
export function ColorPicker({ title, value, resetTo, hint, onChange, onDone }: ColorPickerProps) {
  const { recentColors } = useSnapshot(preferences);
  // The hex value of a grey has no hue, but the area must keep the hue while one drags over it.
  const [color, setColor] = useState(() => hsbOf(value));
  const change = (next: Color) => {
    setColor(next.toFormat('hsb'));
    onChange(hexOf(next));
  };
  const choose = (hex: string) => change(hsbOf(hex));
  return (
    <AriaColorPicker value={color} onChange={change}>
      <h2 className={css.title}>{title}</h2>
      <ColorArea
        aria-label={UI_MESSAGES['ui.saturationAndBrightness']}
        colorSpace="hsb"
        xChannel="saturation"
        yChannel="brightness"
        className={css.area!}
      >
        <ColorThumb className={css.thumb!} />
      </ColorArea>
      <ColorSlider aria-label={UI_MESSAGES['ui.hue']} colorSpace="hsb" channel="hue" className={css.hue!}>
        <SliderTrack className={css.track!}>
          <ColorThumb className={css.thumb!} />
        </SliderTrack>
      </ColorSlider>
      <div className={css.line}>
        <span className={css.swatch} style={{ background: value }} />
        <ColorField aria-label={UI_MESSAGES['ui.hex']} className={css.field!}>
          <Input className={css.hex!} />
        </ColorField>
        {'EyeDropper' in window && (
          <IconButton
            icon={Pipette}
            label={UI_MESSAGES['ui.takeColourScreen']}
            onClick={() => void pickFromScreen().then((hex) => hex && choose(hex))}
          />
        )}
      </div>
      {recentColors.length > 0 && (
        <>
          <p className={css.label}>{UI_MESSAGES['ui.lastUsed']}</p>
          <div className={css.recent} role="group" aria-label={UI_MESSAGES['ui.lastUsed']}>
            {recentColors.map((hex) => (
              <button
                key={hex}
                type="button"
                aria-label={hex}
                data-tooltip={hex}
                className={css.swatch}
                style={{ background: hex }}
                onClick={() => choose(hex)}
              />
            ))}
          </div>
        </>
      )}
      {hint && (
        <p className={css.hint} role="status">
          <Info size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
          {hint}
        </p>
      )}
      <div className={css.actions}>
        <Button tone="ghost" onClick={() => choose(resetTo)}>
          {COMMON_MESSAGES['common.reset']}
        </Button>
        <Button onClick={onDone}>{COMMON_MESSAGES['common.done']}</Button>
      </div>
    </AriaColorPicker>
  );
}

const hsbOf = (hex: string): Color => parseColor(hex).toFormat('hsb');
