import { escapeHtml } from '../escape-html.ts';

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 Inter, system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0 }
  main { max-width: 26rem; padding: 1rem }
  h1 { font-size: 1.25rem }`;

/** Why single sign-on went no further, as a page: the browser came here by itself, with no app around it. */
export function signInProblemPage(productName: string, sentence: string): string {
  const name = escapeHtml(productName);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-in failed · ${name}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
    <body><main><h1>You are not signed in to ${name}</h1><p>${escapeHtml(sentence)}</p>
    <p><a href="/">Back to sign-in</a></p></main></body></html>`;
}
