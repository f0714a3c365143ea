/** Checks of a layer that is shown: its data, what deck.gl makes of it, section, picks and files. */
import { CompositeLayer, type Layer } from '@deck.gl/core';
import { SectionExtension } from '@overlook/engine/added-layers';
import { rootOf } from './check-stage.ts';
import type { LayerRun } from './layer-run.ts';
import { counted, fail, pass, skip, thrown, type Verdict } from './verdict.ts';

/** Elements of a layer that are picked. */
const TRIED_AT_MOST = 200;

/** Shows the layer: its source has to give data. */
export async function dataCheck(run: LayerRun, canBeAsked: (url: string) => boolean): Promise<Verdict> {
  const { source } = run.definition;
  const failure = await run.show();
  if ('url' in source && !canBeAsked(source.url) && (failure?.of === 'source' || source.kind === 'events'))
    return skip(`${source.url} is not a file of the folder; give what it answers with --data`);
  if (failure?.of === 'source') return fail(failure.message.replace(/\.$/, ''));
  if (failure && !run.wasAsked && !hasFailedLabels(run)) return failureOf(run)!;
  if (run.lastReport?.status === 'loading') return fail('the source gave nothing for 15 s');
  return pass(`source of kind ${source.kind}`);
}

/** What has gone wrong in a run as a verdict; null where nothing has. */
export function failureOf(run: LayerRun): Verdict | null {
  const message = run.thrown?.message ?? run.failure?.message;
  if (message === undefined) return null;
  const verdict = thrown(message);
  return verdict.outcome === 'fail' && run.thrown ? fail(`${run.thrown.part}: ${message}`) : verdict;
}

const LABELS: readonly string[] = ['summary', 'legend', 'content'];
/** The layer was switched off by what the panel shows of it. */
export const hasFailedLabels = ({ thrown }: LayerRun): boolean => thrown !== null && LABELS.includes(thrown.part);

/** deck.gl makes its layers with all their attributes on every screen. */
export function layersCheck(run: LayerRun): Verdict {
  if (hasFailedLabels(run)) return skip('its labels have failed');
  const failed = failureOf(run);
  if (failed) return failed;
  for (const layer of run.stages[0].layers()) {
    const accessor = brokenAccessor(layer);
    if (accessor) return fail(`${layer.id}: ${accessor} gives numbers that are not finite`);
  }
  const layers = run.stages[0].layers();
  const roots = layers.filter((layer) => rootOf(layer) === layer);
  if (roots.length === 0) return pass('no deck.gl layer for these data');
  return pass(`${counted(roots.length, 'deck.gl layer')}, on two screens`);
}

/** The first accessor of a layer that gives a number that is none, in place of which deck.gl takes 0. */
function brokenAccessor(layer: Layer): string | null {
  const accessors = Object.entries(layer.props).filter(
    ([name, value]) => /^get[A-Z]/.test(name) && typeof value === 'function',
  ) as [string, (object: unknown, info: object) => unknown][];
  const { data } = layer.props as { data?: unknown };
  for (const [index, object] of elementsOf(layer).entries())
    for (const [name, accessor] of accessors)
      if (!areFinite(accessor(object, { index, data, target: [] }))) return name;
  return null;
}

function areFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return Array.isArray(value) ? value.every(areFinite) : true;
}

/** The layer is created with and without a section, and each part is cut unless the layer excludes that. */
export async function sectionCheck(run: LayerRun): Promise<Verdict> {
  if (run.failure) return skip('its layers have failed');
  await run.cut(true);
  const failed = failureOf(run);
  const uncut = run.stages[0].layers().find((layer) => !(layer instanceof CompositeLayer) && !isCut(layer));
  await run.cut(false);
  if (failed) return failed;
  if (run.definition.clip === 'none') return pass('not cut by the section volume (clip)');
  if (uncut) return fail(`${uncut.id} is not cut: pass getSubLayerProps() to the parts of ${rootOf(uncut).id}`);
  return pass('every part is cut by the section volume');
}

const isCut = ({ props }: Layer): boolean =>
  (props.extensions ?? []).some((extension) => extension instanceof SectionExtension) &&
  Boolean((props as { section?: unknown }).section);

/** Elements of pickable layers have facts that the panel can show. */
export function pickingCheck(run: LayerRun): Verdict {
  if (run.failure) return skip('its layers have failed');
  if (!run.definition.pick) return pass('it has no pick, so it is not pickable');
  const pickable = run.stages[0].layers().filter((layer) => rootOf(layer) === layer && layer.props.pickable);
  if (run.stages[0].layers().length === 0) return pass('no deck.gl layer for these data');
  if (pickable.length === 0) return fail('it has pick, but none of its deck.gl layers has pickable: true');
  let withFacts = 0;
  for (const layer of pickable)
    for (const [index, object] of elementsOf(layer).entries()) {
      const facts: unknown = run.facts(layer, index, object);
      const failed = failureOf(run);
      if (failed) return failed;
      if (facts === null) continue;
      if (!isFacts(facts))
        return fail(`pick gave no {title, rows: [[name, value]]} for element ${index} of ${layer.id}`);
      withFacts++;
    }
  return pass(`properties of ${counted(withFacts, 'element')}`);
}

function elementsOf({ props }: Layer): unknown[] {
  const { data } = props as { data?: unknown };
  return Array.isArray(data) ? data.slice(0, TRIED_AT_MOST) : [];
}

const isText = (value: unknown): value is string => typeof value === 'string';
function isFacts(value: unknown): boolean {
  const { title, rows } = Object(value) as { title?: unknown; rows?: unknown };
  const isPair = (row: unknown) => Array.isArray(row) && row.length === 2 && row.every(isText);
  return isText(title) && title.trim() !== '' && Array.isArray(rows) && rows.every(isPair);
}

/** Its files can be written, and read again. */
export async function exportCheck(run: LayerRun): Promise<Verdict> {
  if (run.failure) return skip('its layers have failed');
  const kinds = (['geojson', 'csv'] as const).filter((kind) => run.definition.export?.[kind]);
  if (kinds.length === 0) return pass('it has no export');
  for (const kind of kinds) {
    const file = await run.file(kind)?.text();
    const failed = failureOf(run);
    if (failed) return failed;
    if (kind === 'geojson' && !isFeatureCollection(file ?? '')) return fail('export.geojson gave no FeatureCollection');
    if (kind === 'csv' && !file?.includes('\r\n')) return fail('export.csv gave no table');
  }
  return pass(kinds.join(' and '));
}

function isFeatureCollection(text: string): boolean {
  const { type, features } = JSON.parse(text) as { type?: unknown; features?: unknown };
  return type === 'FeatureCollection' && Array.isArray(features);
}
