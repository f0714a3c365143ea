import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { themedTokens } from './themed-tokens.ts';

const css = themedTokens(readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8'));

it('custom properties of the page come before the tokens of controls, in both themes', () => {
  for (const [token, value] of [
    ['--surface-1', '#101317'],
    ['--surface-hud', 'rgb(16 19 23 / 0.9)'],
    ['--surface-1', '#f4f5f7'],
  ])
    expect(css).toContain(`${token}: var(--overlook-surface, ${value});`);
  expect(css).toContain('--text-2: var(--overlook-text, #a9b4bf);');
  expect(css).toMatch(/--font: var\(--overlook-font, 'Inter Variable'/);
  expect(css).toContain('--text-m: 13px/20px var(--font);');
});

it('the light theme is that of the attribute, with light controls over the model', () => {
  expect(css).not.toMatch(/:root|data-theme/);
  const light = css.split(":host([theme='light'])");
  expect(light).toHaveLength(3);
  expect(light[1]).toContain('color-scheme: light');
  expect(light[2]).toContain('--surface-hud: var(--overlook-surface, rgb(255 255 255 / 0.92));');
});

it('are the same of the shortened file of a build', () => {
  expect(themedTokens(':root{--text-0:#f3f5f7;--row:28px}[data-theme=light]{--text-0:#0d1115}')).toContain(
    ":host{--text-0: var(--overlook-text, #f3f5f7);--row:28px}:host([theme='light']){--text-0: var(--overlook-text, #0d1115)}",
  );
});
