/** What the panel shows of a layer has names, for people who see it and for those who hear it. */
import type { ContentRow, LegendEntry } from '@overlook/embed/layers/layer-definition';
import { failureOf, hasFailedLabels } from './drawn-checks.ts';
import type { LayerRun } from './layer-run.ts';
import { counted, fail, pass, skip, type Verdict } from './verdict.ts';

const SHAPES: readonly string[] = ['circle', 'triangle', 'ring', 'square', 'line'];
const COLOR = /^(normal|high|low|missing|#[\da-f]{6})$/i;
const SUMMARY_LONGEST = 120;

export function labelsCheck(run: LayerRun): Verdict {
  const failed = failureOf(run);
  if (failed) return hasFailedLabels(run) ? failed : skip('its layers have failed');
  const { legend = [], content = null, summary = null } = run.lastReport ?? {};
  const problem =
    (summary !== null && summaryProblem(summary)) ||
    legendProblem(legend) ||
    (content === null ? null : contentProblem(content.rows)) ||
    settingsProblem(run);
  if (problem) return fail(problem);
  const rows = content?.rows.length ?? 0;
  return pass(`${counted(legend.length, 'entry').replace('entrys', 'entries')} of the legend, ${counted(rows, 'row')}`);
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The first value that occurs twice. */
function repeated(values: readonly string[]): string | undefined {
  return values.find((value, i) => values.indexOf(value) !== i);
}

function summaryProblem(summary: unknown): string | null {
  if (!hasText(summary)) return 'summary gave no text';
  return summary.length > SUMMARY_LONGEST ? `summary is longer than ${SUMMARY_LONGEST} characters` : null;
}

function legendProblem(legend: unknown): string | null {
  if (!Array.isArray(legend)) return 'legend gave no list';
  for (const [at, entry] of (legend as LegendEntry[]).entries()) {
    if (!hasText(entry?.label)) return `legend[${at}] has no label`;
    const problem = markProblem(entry);
    if (problem) return `legend[${at}] ${problem}`;
  }
  const twice = repeated((legend as LegendEntry[]).map(({ label }) => label));
  return twice === undefined ? null : `legend has the label ${twice} twice`;
}

function markProblem({ shape, color }: Pick<LegendEntry, 'shape' | 'color'>): string | null {
  if (!SHAPES.includes(shape)) return `has a shape other than ${SHAPES.join(', ')}`;
  return COLOR.test(String(color)) ? null : 'has a color other than normal, high, low, missing and #rrggbb';
}

function contentProblem(rows: unknown): string | null {
  if (!Array.isArray(rows)) return 'content gave no rows';
  for (const [at, row] of (rows as ContentRow[]).entries()) {
    if (!hasText(row?.id)) return `row ${at} has no id`;
    if (!hasText(row.label)) return `row ${at} has no label`;
    const mark = row.mark && markProblem(row.mark);
    if (mark) return `row ${at} ${mark}`;
    const numbers = [...(row.series ?? []), ...(row.positionEnu ?? [])];
    if (!numbers.every(Number.isFinite)) return `row ${at} has numbers that are not finite`;
  }
  const twice = repeated((rows as ContentRow[]).map(({ id }) => id));
  return twice === undefined ? null : `two rows have the id ${twice}`;
}

function settingsProblem({ definition: { settings = [] } }: LayerRun): string | null {
  const twice = repeated(settings.map(({ label }) => label));
  if (twice !== undefined) return `two settings have the label ${twice}`;
  for (const setting of settings)
    if (setting.type === 'choice' && !setting.options.every(({ label }) => hasText(label)))
      return `setting ${setting.key} has an option without a label`;
  return null;
}
