import type { Sheet, SheetLine, SheetText } from './sheet-items.ts';

const POINTS_PER_MM = 72 / 25.4;
/** Mean width of a letter of Helvetica over its height, for centred texts. */
const LETTER_WIDTH = 0.53;
const figure = (value: number): string => String(Number(value.toFixed(3)));

/** The signs of Windows-1252 that Latin-1 does not have, which the fonts show. */
const WIN_ANSI: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '…': 0x85,
  '€': 0x80,
  '•': 0x95,
};

/** A text's bytes in Windows-1252; accents that it does not have are dropped, other signs become "?". */
function encoded(text: string): string {
  let hex = '';
  for (const sign of text.normalize('NFC')) {
    const codes =
      codeOf(sign) ??
      [...sign.normalize('NFD')].flatMap((part) => (/\p{M}/u.test(part) ? [] : (codeOf(part) ?? [0x3f])));
    for (const code of codes) hex += code.toString(16).padStart(2, '0');
  }
  return `<${hex}>`;
}

function codeOf(sign: string): [number] | null {
  const code = sign.codePointAt(0)!;
  if (code < 32 || code === 127) return [32];
  if (code < 127 || (code >= 160 && code < 256)) return [code];
  const known = WIN_ANSI[sign];
  return known === undefined ? null : [known];
}

/**
 * A PDF 1.4 of one page of the sheet's size, as Latin-1 text: lines as vectors and texts in Helvetica, which every reader has.
 */
export function writePdf({ title, widthMm, heightMm, lines, texts }: Sheet): string {
  const content = [
    // From here on in millimetres from the upper left corner, downwards.
    `${figure(POINTS_PER_MM)} 0 0 ${figure(-POINTS_PER_MM)} 0 ${figure(heightMm * POINTS_PER_MM)} cm 1 j 1 J`,
    ...lines.map(pathOf),
    ...texts.map(textOf),
  ].join('\n');
  const box = `[0 0 ${figure(widthMm * POINTS_PER_MM)} ${figure(heightMm * POINTS_PER_MM)}]`;
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${encoded(title)} >>`,
  ]);
}

/** The file of objects, the first of which is the catalogue, the last one the data about the document. */
function assembled(objects: readonly string[]): string {
  let file = '%PDF-1.4\n%\u{e2}\u{e3}\u{cf}\u{d3}\n';
  const starts = objects.map((object, i) => {
    const start = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = file.length;
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return `${file}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

function pathOf({ points, isClosed, widthMm, isFilled }: SheetLine): string {
  const way = points.map(([x, y], i) => `${figure(x)} ${figure(y)} ${i === 0 ? 'm' : 'l'}`).join(' ');
  return `${figure(widthMm)} w ${way} ${isFilled ? 'b' : isClosed ? 's' : 'S'}`;
}

function textOf({ at: [x, y], heightMm, text, isCentred, isBold }: SheetText): string {
  const left = isCentred ? x - (text.length * LETTER_WIDTH * heightMm) / 2 : x;
  // The page's axis points down, that of a text up.
  return `BT /${isBold ? 'B' : 'R'} ${figure(heightMm)} Tf 1 0 0 -1 ${figure(left)} ${figure(y)} Tm ${encoded(text)} Tj ET`;
}
