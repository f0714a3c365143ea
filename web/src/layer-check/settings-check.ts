import type { AnyLayer, LayerSetting, LayerSettings } from '@overlook/embed/layers/layer-definition';
import { validSettings } from '@overlook/embed/layers/layer-settings';
import { layersText, readLayersText } from '@overlook/embed/links/layers-text';
import { failureOf } from './drawn-checks.ts';
import type { LayerRun } from './layer-run.ts';
import { counted, fail, pass, skip, type Verdict } from './verdict.ts';

/** Values that a setting may have, beside its default. */
function valuesOf(setting: LayerSetting): (string | number | boolean)[] {
  switch (setting.type) {
    case 'switch':
      return [!setting.default];
    case 'text':
      return ['', 'A & b = c~d, e'];
    case 'number':
      return [setting.min, setting.max];
    case 'choice':
      return setting.options.map(({ value }) => value);
  }
}

/** Every value of each setting comes back from a link as it was, and the layer is made with it. */
export async function settingsCheck(run: LayerRun): Promise<Verdict> {
  if (run.failure) return skip('its layers have failed');
  const { settings = [], sync = 'linked' } = run.definition;
  let tried = 0;
  for (const setting of settings)
    for (const value of valuesOf(setting)) {
      const chosen = validSettings(run.definition, { [setting.key]: value });
      if (!Object.is(chosen[setting.key], value)) return fail(`${setting.key} does not take its own value ${value}`);
      if (!isSame(chosen, throughLink(run.definition, chosen)))
        return fail(`${setting.key}: ${value} is another in a link`);
      await run.show(chosen);
      const failed = failureOf(run);
      if (failed) return failed.outcome === 'fail' ? fail(`with ${setting.key} ${value}: ${failed.detail}`) : failed;
      tried++;
    }
  await run.show();
  const travels = sync === 'private' ? 'not kept in links (sync)' : 'kept in links';
  return pass(`${counted(settings.length, 'setting')}, ${counted(tried, 'value')}; ${travels}`);
}

function throughLink(definition: AnyLayer, settings: LayerSettings): LayerSettings {
  const text = layersText([{ id: definition.id, isVisible: true, opacityPercent: 100, settings }]);
  const query = new URLSearchParams({ added: text }).toString();
  const [read] = readLayersText(new URLSearchParams(query).get('added') ?? '') ?? [];
  return read ? validSettings(definition, read.settings) : {};
}

const isSame = (a: LayerSettings, b: LayerSettings): boolean => JSON.stringify(a) === JSON.stringify(b);
