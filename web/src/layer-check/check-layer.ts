/** The conformance kit: what `overlook layer check` tries on the definition of a layer (docs/layers/README.md). */
import type { LayerCheck } from '@overlook/shared/config';
import { checkLayer, LayerDefinitionError } from '@overlook/embed/layers/define-layer';
import type { AnyFormat } from '@overlook/embed/layers/formats/format-definition';
import type { AnyLayer } from '@overlook/embed/layers/layer-definition';
import { dataCheck, exportCheck, layersCheck, pickingCheck, sectionCheck } from './drawn-checks.ts';
import { damagedCheck, formatDefinitionCheck, sampleCheck } from './format-checks.ts';
import type { FormatToCheck } from './layer-check-options.ts';
import { labelsCheck } from './labels-check.ts';
import { LayerRun } from './layer-run.ts';
import { failuresCheck, releaseCheck } from './release-checks.ts';
import { settingsCheck } from './settings-check.ts';
import { fail, pass, skip, thrown, type Verdict } from './verdict.ts';
import type { LayerCheckOptions } from './layer-check-options.ts';

const DRAWN = {
  layers: layersCheck,
  section: sectionCheck,
  settings: settingsCheck,
  labels: labelsCheck,
  picking: pickingCheck,
  export: exportCheck,
} as const;

const AFTER_DEFINITION = ['data', ...Object.keys(DRAWN), 'failures', 'release'] as LayerCheck['check'][];

/**
 * Tries what a module exports by default: the definition of a layer, or of a format where `options.format` is given. Each check
 * once, in the order of `LAYER_CHECKS` from 'definition' on. Never throws.
 */
export async function checkLayerModule(definition: unknown, options: LayerCheckOptions): Promise<LayerCheck[]> {
  const { format } = options;
  const first = format ? formatDefinitionCheck(definition, format) : definitionCheck(definition, options.id);
  const checks: LayerCheck[] = [{ check: 'definition', ...first }];
  if (first.outcome !== 'pass') {
    const rest = AFTER_DEFINITION.map((check) => ({ check, ...skip('its definition is refused') }));
    return [...checks, ...rest];
  }
  const attempt: Attempt = async (check, work) => {
    options.onBegin?.(check, checks);
    const verdict = await tried(work);
    checks.push({ check, ...verdict });
    return verdict;
  };
  if (format) await formatChecks(definition as AnyFormat, format, options, attempt);
  else await layerChecks(definition as AnyLayer, options, attempt);
  return checks;
}

type Work = () => Verdict | Promise<Verdict>;
type Attempt = (check: LayerCheck['check'], work: Work) => Promise<Verdict>;

const NO_DATA = () => skip('there are no data');

async function layerChecks(layer: AnyLayer, options: LayerCheckOptions, attempt: Attempt): Promise<void> {
  const run = new LayerRun(layer, options.baseUrl);
  const data = await attempt('data', () => dataCheck(run, options.canBeAsked));
  const hasData = data.outcome === 'pass';
  await drawnChecks(hasData ? run : null, attempt);
  run.destroy();
  await attempt('failures', () => failuresCheck(layer, options));
  await attempt('release', hasData ? () => releaseCheck(layer, options) : NO_DATA);
}

/** A file of the format becomes a layer, which is tried like others. */
async function formatChecks(
  format: AnyFormat,
  toCheck: FormatToCheck,
  options: LayerCheckOptions,
  attempt: Attempt,
): Promise<void> {
  let layer: AnyLayer | null = null;
  await attempt('data', async () => {
    const sample = await sampleCheck(format, toCheck);
    ({ layer } = sample);
    return sample.verdict;
  });
  // Set by the check before.
  const drawn = layer as AnyLayer | null;
  const run = drawn && new LayerRun(drawn, options.baseUrl);
  await run?.show();
  await drawnChecks(run, attempt);
  run?.destroy();
  await attempt('failures', () => damagedCheck(format, toCheck, options));
  await attempt('release', drawn ? () => releaseCheck(drawn, options) : NO_DATA);
}

async function drawnChecks(run: LayerRun | null, attempt: Attempt): Promise<void> {
  for (const check of Object.keys(DRAWN) as (keyof typeof DRAWN)[])
    await attempt(check, run ? () => DRAWN[check](run) : NO_DATA);
}

async function tried(check: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    return await check();
  } catch (error) {
    return thrown(error instanceof Error ? error.message : String(error));
  }
}

function definitionCheck(definition: unknown, id: string): Verdict {
  try {
    checkLayer(definition);
  } catch (error) {
    if (error instanceof LayerDefinitionError) return fail(error.message.replace(/\.$/, ''));
    throw error;
  }
  if (definition.id !== id) return fail(`id is ${definition.id}, but ${id} in the manifest`);
  return pass('is valid for defineLayer');
}
