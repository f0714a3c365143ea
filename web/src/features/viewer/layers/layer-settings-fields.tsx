import type { LayerSetting, LayerSettings } from '@overlook/embed/layers';
import { setLayerSetting } from '../../../state/layers.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Slider } from '../../../ui/inputs/slider.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import css from './layer-row.module.css';

interface SettingsFieldsProps {
  layerId: string;
  settings: readonly LayerSetting[];
  values: LayerSettings;
}

/** The settings of a layer. */
export function LayerSettingsFields({ layerId, settings, values }: SettingsFieldsProps) {
  return settings.map((setting) => (
    <SettingField
      key={setting.key}
      setting={setting}
      value={values[setting.key] ?? setting.default}
      onChange={(value) => setLayerSetting(layerId, setting.key, value)}
    />
  ));
}

interface SettingFieldProps {
  setting: LayerSetting;
  value: string | number | boolean;
  onChange: (value: string | number | boolean) => void;
}

function SettingField({ setting, value, onChange }: SettingFieldProps) {
  switch (setting.type) {
    case 'switch':
      return <Switch label={setting.label} isOn={value === true} onChange={onChange} />;
    case 'text':
      return <TextField label={setting.label} size="m" maxLength={200} value={String(value)} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          variant="field"
          label={setting.label}
          options={setting.options.map(({ value: key, label }) => ({ key, label }))}
          value={String(value)}
          onChange={onChange}
        />
      );
    case 'number':
      return (
        <div className={css.slider}>
          <span className={css.sliderLabel} aria-hidden>
            {setting.label}
          </span>
          <Slider
            label={setting.label}
            value={Number(value)}
            least={setting.min}
            most={setting.max}
            step={setting.step ?? 1}
            format={(shown) => (setting.unit ? `${shown} ${setting.unit}` : String(shown))}
            onChange={onChange}
          />
        </div>
      );
  }
}
