/** Tokens of the design that a custom property of the host page replaces (docs/embedding/element.md). */
const BY_HOST: Readonly<Record<string, readonly string[]>> = {
  '--overlook-surface': ['--surface-1', '--surface-3', '--surface-hud'],
  '--overlook-text': ['--text-0', '--text-1', '--text-2', '--text-3'],
  '--overlook-accent': ['--accent-text'],
  '--overlook-focus': ['--focus'],
  '--overlook-font': ['--font'],
};
const HOST_OF = new Map(Object.entries(BY_HOST).flatMap(([host, tokens]) => tokens.map((token) => [token, host])));

/** Over the model; the light theme of the product has no values for it, because there its controls are dark. */
const OVER_MODEL = `
:host { --track-over-model: rgb(0 0 0 / 0.3); }
:host([theme='light']) {
  --surface-hud: var(--overlook-surface, rgb(255 255 255 / 0.92));
  --shadow-hud: 0 0 0 1px rgb(13 17 21 / 0.16), 0 2px 8px rgb(13 17 21 / 0.16);
  --track-over-model: rgb(13 17 21 / 0.16);
}
`;

/** Builds shorten the file: no quotes, no spaces, no last semicolon. */
const LIGHT = /\[data-theme=['"]?light['"]?\]/g;
const TOKEN = /(--[\w-]+):\s*([^;}]+)/g;

/** Returns the design tokens for an element: on its host, by its attribute `theme`, and with the custom properties of the page before them. */
export const themedTokens = (css: string): string =>
  css
    .replaceAll(':root', ':host')
    .replaceAll(LIGHT, ":host([theme='light'])")
    .replaceAll(TOKEN, (all, token: string, value: string) => {
      const host = HOST_OF.get(token);
      return host ? `${token}: var(${host}, ${value.trim()})` : all;
    }) + OVER_MODEL;
