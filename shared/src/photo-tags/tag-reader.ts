/** One EXIF tag, or else the property of XMP with its name, as a number or a text; null or empty where it is missing. */
export interface TagReader {
  number(name: string): number | null;
  /** The numbers of a tag of EXIF; those that are not stated (0/0) are null. Null where there are none. */
  numbers(name: string): (number | null)[] | null;
  text(name: string): string;
  /** A property of XMP by its name without prefix. */
  xmpNumber(name: string): number | null;
  xmpText(name: string): string;
}
