const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const attribute = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => ESCAPES[sign]!);

/** The frame that shows an embed in another page. Until there is an address, dots are shown in its place. */
export function embedCode(url: string | null, siteName: string): string {
  const src = url ?? `${location.origin}/embed/…`;
  return [
    `<iframe src="${attribute(src)}"`,
    `  title="${attribute(siteName)}" loading="lazy"`,
    '  style="width:100%;aspect-ratio:16/9;border:0"',
    '  allow="fullscreen"></iframe>',
  ].join('\n');
}
