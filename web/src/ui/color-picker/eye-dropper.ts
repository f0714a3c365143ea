interface EyeDropper {
  open(): Promise<{ sRGBHex: string }>;
}

declare global {
  interface Window {
    /** Only some browsers have it. */
    EyeDropper?: new () => EyeDropper;
  }
}

/** A colour from anywhere on the screen, as #RRGGBB; null when the person cancels, or where the browser has no pipette. */
export async function pickFromScreen(): Promise<string | null> {
  if (!window.EyeDropper) return null;
  try {
    return (await new window.EyeDropper().open()).sRGBHex.toUpperCase();
  } catch {
    return null; // Escape ends it with an error
  }
}
