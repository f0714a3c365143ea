import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blend, type Colour, contrast, parseColour } from './testing/contrast.ts';

const css = readFileSync(new URL('../../embed/src/styles/tokens.css', import.meta.url), 'utf8');

/** The custom properties of one rule. */
function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('\n}', start)).replace(/\/\*[\s\S]*?\*\//g, '');
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!.trim()]),
  );
}

const dark = tokensOf(':root');
const light = { ...dark, ...tokensOf("[data-theme='light']") };
const WHITE: Colour = { rgb: [255, 255, 255], alpha: 1 };

/** Contrast of a token on another; a ground that lets light through lies on `beneath`. */
function ratio(theme: Record<string, string>, text: string, ground: string, beneath: Colour | string): number {
  const colour = (name: string) => parseColour(theme[name] ?? name);
  const under = typeof beneath === 'string' ? colour(beneath) : beneath;
  return contrast(colour(text), blend(colour(ground), under));
}

const TEXT = 4.5;
const MARK = 3;

/** Pairs of the interface brief §2: foreground, ground, what the ground lies on, least ratio. */
const BOTH_THEMES: [string, string, string, number][] = [
  ...['--surface-2', '--surface-3', '--surface-4'].flatMap((ground): [string, string, string, number][] => [
    ['--text-0', ground, '--surface-2', TEXT],
    ['--text-1', ground, '--surface-2', TEXT],
    ['--text-2', ground, '--surface-2', TEXT],
    ['--text-3', ground, '--surface-2', TEXT],
  ]),
  ['--on-accent', '--accent', '--surface-2', TEXT],
  ['--on-accent', '--accent-hover', '--surface-2', TEXT],
  ['--on-accent', '--accent-active', '--surface-2', TEXT],
  ['#ffffff', '--danger-solid', '--surface-2', TEXT],
  ['--accent-text', '--surface-2', '--surface-2', TEXT],
  ['--accent-text', '--accent-tint', '--surface-2', TEXT],
  ['--danger', '--danger-tint', '--surface-2', TEXT],
  ['--focus', '--surface-2', '--surface-2', MARK],
  ['--line-control', '--surface-2', '--surface-2', MARK],
  ['--line-control', '--surface-3', '--surface-2', MARK],
  ...['proposed', 'approved', 'completed', 'other'].map((state): [string, string, string, number] => [
    `--moc-${state}`,
    `--moc-${state}-tint`,
    '--surface-2',
    TEXT,
  ]),
];

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('contrast of the %s theme', (_name, theme) => {
  it.each(BOTH_THEMES)('%s on %s over %s is at least the ratio', (text, ground, beneath, least) => {
    expect(ratio(theme, text, ground, beneath)).toBeGreaterThanOrEqual(least);
  });
});

describe('contrast of areas that are always dark', () => {
  it('keeps second-rank text readable on the strongest neutral', () => {
    expect(ratio(dark, '--text-2', '--surface-5', '--surface-2')).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(['--text-1', '--text-2', '--text-3'])('keeps %s readable on the HUD over a white tank', (text) => {
    expect(ratio(dark, text, '--surface-hud', WHITE)).toBeGreaterThanOrEqual(TEXT);
  });
});

describe('the figures of the brief', () => {
  it.each([
    ['--text-0', '--surface-2', '--surface-2', 16.2],
    ['--text-2', '--surface-4', '--surface-2', 6.9],
    ['--accent-text', '--accent-tint', '--surface-1', 7.2],
  ])('the contrast of %s on %s over %s is %f', (text, ground, beneath, figure) => {
    expect(ratio(dark, text, ground, beneath)).toBeCloseTo(figure, 1);
  });
});
