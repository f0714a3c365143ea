// Every runtime has it, but the type library of ECMAScript does not declare it.
declare const TextDecoder: new (coding: string, options?: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** The text of a file as programs write it, without its byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/**
 * The text of bytes: UTF-16 by its byte order mark or the NUL of its first letter, else UTF-8, else Windows-1252, which every sequence
 * of bytes is.
 */
export function textOfBytes(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: wide };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: windows1252Text(bytes), encoding: 'windows-1252' };
  }
}

function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return 'utf-16be';
  return null;
}

/** Text of Windows-1252. */
export const windows1252Text = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);
