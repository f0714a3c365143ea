import { isSettingValue } from './define-layer.ts';
import type { AnyLayer, LayerSettings } from './layer-definition.ts';

/** Returns the settings of a layer: the selected values that the layer allows, otherwise the defaults. */
export function validSettings({ settings = [] }: AnyLayer, chosen: Readonly<Record<string, unknown>>): LayerSettings {
  return Object.fromEntries(
    settings.map((setting) => {
      const value = chosen[setting.key];
      return [setting.key, isSettingValue(setting, value) ? value : setting.default];
    }),
  );
}
