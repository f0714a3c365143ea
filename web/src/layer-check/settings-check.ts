import type { LayerSetting } from '@overlook/embed/layers/layer-definition';
import { validSettings } from '@overlook/embed/layers/layer-settings';
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

/** The layer is made with every value of each setting. */
export async function settingsCheck(run: LayerRun): Promise<Verdict> {
  if (run.failure) return skip('its layers have failed');
  const { settings = [], sync = 'linked' } = run.definition;
  let tried = 0;
  for (const setting of settings)
    for (const value of valuesOf(setting)) {
      const chosen = validSettings(run.definition, { [setting.key]: value });
      if (!Object.is(chosen[setting.key], value)) return fail(`${setting.key} does not take its own value ${value}`);
      await run.show(chosen);
      const failed = failureOf(run);
      if (failed) return failed.outcome === 'fail' ? fail(`with ${setting.key} ${value}: ${failed.detail}`) : failed;
      tried++;
    }
  await run.show();
  const travels = sync === 'private' ? 'not kept in links (sync)' : 'kept in links';
  return pass(`${counted(settings.length, 'setting')}, ${counted(tried, 'value')}; ${travels}`);
}
