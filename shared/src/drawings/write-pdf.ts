import type { Drawing } from './drawing.ts';
import { plotDrawing } from './plot.ts';

/** Points of PDF in a millimetre. */
const PT_A_MM = 72 / 25.4;
const number = (value: number): string => String(Math.round(value * 1000) / 1000);
const mm = (value: number): string => number(value * PT_A_MM);

/** Signs of WinAnsi beyond Latin-1 that titles have. */
const WIN_ANSI: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '…': 0x85,
  '€': 0x80,
};

/** A text in the encoding of the font; signs that it does not have are question marks. */
function encoded(text: string): string {
  let out = '';
  for (const sign of text.replaceAll(/[\u202F\u2009]/g, '\u00A0').replaceAll('\u2212', '-')) {
    const code = WIN_ANSI[sign] ?? sign.codePointAt(0)!;
    const byte = code < 0x20 || code > 0xff ? 0x3f : code;
    out +=
      byte === 0x28 || byte === 0x29 || byte === 0x5c ? `\\${String.fromCodePoint(byte)}` : String.fromCodePoint(byte);
  }
  return out;
}

const BLACK = [0, 0, 0] as const;

/** The operators of the page: lines, then texts in Helvetica. */
function pageContent(drawing: Drawing): { content: string; widthMm: number; heightMm: number } {
  const { layout, paths, texts } = plotDrawing(drawing);
  const operators: string[] = ['1 j'];
  for (const { points, isClosed, widthMm, isFilled, rgb = BLACK } of paths) {
    operators.push(`${mm(widthMm)} w ${rgb.map((part) => number(part / 255)).join(' ')} RG`);
    for (let at = 0; at < points.length; at += 2)
      operators.push(`${mm(points[at]!)} ${mm(points[at + 1]!)} ${at === 0 ? 'm' : 'l'}`);
    operators.push(isFilled ? 'f' : isClosed ? 's' : 'S');
  }
  for (const { text, xMm, yMm, sizeMm } of texts)
    operators.push(`BT /F1 ${mm(sizeMm)} Tf ${mm(xMm)} ${mm(yMm)} Td (${encoded(text)}) Tj ET`);
  return { content: operators.join('\n'), widthMm: layout.widthMm, heightMm: layout.heightMm };
}

/**
 * The drawing on its sheet as PDF 1.4 of one page with selectable text. `deflate` is zlib's compression. The bytes are one char each.
 */
export function writePdf(drawing: Drawing, madeAt: Date, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const { content, widthMm, heightMm } = pageContent(drawing);
  const stream = deflate(latin1(content));
  const day = madeAt.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${mm(widthMm)} ${mm(heightMm)}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ],
    [`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, stream, '\nendstream'],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [`<< /Title (${encoded(drawing.title.title)}) /CreationDate (D:${day}Z) >>`],
  ];
  const pieces: Uint8Array[] = [latin1('%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n')];
  let length = pieces[0]!.length;
  const add = (piece: string | Uint8Array): void => {
    const bytes = typeof piece === 'string' ? latin1(piece) : piece;
    pieces.push(bytes);
    length += bytes.length;
  };
  const offsets: number[] = [];
  for (const [index, parts] of objects.entries()) {
    offsets.push(length);
    add(`${index + 1} 0 obj\n`);
    for (const part of parts) add(part);
    add('\nendobj\n');
  }
  const start = length;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return joined(pieces, length);
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
