import { isSettingValue } from './define-layer.ts';
import type { AnyLayer, LayerSettings } from './layer-definition.ts';

/** The settings of a layer: what was chosen where the layer allows that, else its defaults. */
export function validSettings({ settings = [] }: AnyLayer, chosen: Readonly<Record<string, unknown>>): LayerSettings {
  return Object.fromEntries(
    settings.map((setting) => {
      const value = chosen[setting.key];
      return [setting.key, isSettingValue(setting, value) ? value : setting.default];
    }),
  );
}
