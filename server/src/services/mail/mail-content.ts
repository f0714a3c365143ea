import { escapeHtml } from '../../escape-html.ts';

/** The content of a mail before it is rendered to text and HTML. All of it is plain text and never read as markup. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Named values, one a line. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** A text of a person; its line breaks are kept. */
  readonly quote?: string;
  /** A picture among the attachments of the mail. */
  readonly picture?: { readonly contentId: string; readonly description: string };
  /** The button of the mail; `url` is absolute. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Below the action. */
  readonly closing?: readonly string[];
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mail programs read neither style sheets nor variables: so these are the values of the light theme's colours. */
const STYLE = {
  page: 'margin:0;padding:32px 16px;background:#f4f5f7',
  sheet:
    'max-width:560px;margin:0 auto;padding:28px 32px;background:#ffffff;border:1px solid #e1e5ea;border-radius:8px',
  type: 'font:15px/1.55 Inter,-apple-system,Segoe UI,Roboto,sans-serif;color:#22282f',
  name: 'margin:0 0 20px;font-weight:600;color:#0d1115',
  paragraph: 'margin:0 0 14px',
  quote: 'margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #cfd5dc;white-space:pre-wrap',
  fact: 'padding:2px 16px 2px 0;color:#5d6874;vertical-align:top',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#2e6fe6;color:#ffffff;text-decoration:none;font-weight:600',
  picture: 'display:block;max-width:100%;height:auto;border-radius:6px',
  small: 'margin:14px 0 0;font-size:13px;color:#5d6874',
} as const;

const element = (tag: string, style: string, content: string) => `<${tag} style="${style}">${content}</${tag}>`;
const paragraph = (style: string) => (text: string) => element('p', style, escapeHtml(text));

function asText({ paragraphs, facts = [], quote, action, closing = [] }: MailContent, productName: string): string {
  const blocks = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(quote === undefined ? [] : [quote.replaceAll(/^/gm, '> ')]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
  ];
  return `${blocks.join('\n\n')}\n\n-- \n${productName}\n`;
}

function asHtml(
  { subject, paragraphs, facts = [], quote, picture, action, closing = [] }: MailContent,
  productName: string,
): string {
  const rows = facts.map(
    ([name, value]) => `<tr>${element('td', STYLE.fact, escapeHtml(name))}<td>${escapeHtml(value)}</td></tr>`,
  );
  const body = [
    paragraph(STYLE.name)(productName),
    ...paragraphs.map(paragraph(STYLE.paragraph)),
    ...(rows.length > 0 ? [element('table', `${STYLE.paragraph};${STYLE.type}`, rows.join(''))] : []),
    ...(quote === undefined ? [] : [element('blockquote', STYLE.quote, escapeHtml(quote))]),
    ...(picture
      ? [
          `<p><img src="cid:${picture.contentId}" alt="${escapeHtml(picture.description)}" style="${STYLE.picture}"></p>`,
        ]
      : []),
    ...(action
      ? [`<p><a href="${escapeHtml(action.url)}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>`]
      : []),
    ...closing.map(paragraph(STYLE.small)),
  ];
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    element('body', `${STYLE.page};${STYLE.type}`, element('div', STYLE.sheet, body.join(''))) +
    '</html>\n'
  );
}

/** Renders the two parts of a mail. A subject is one line. */
export function renderMail(content: MailContent, productName: string): RenderedMail {
  const subject = content.subject.replaceAll(/\s+/g, ' ').trim();
  return { subject, text: asText(content, productName), html: asHtml({ ...content, subject }, productName) };
}
