/** A PNG of 4 × 4 pixels of the colour 200, 100, 50. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mM4kWIERwzEcQBCchXhyRq85AAAAABJRU5ErkJggg==';

/** The picture that a worker decodes to try its browser; `showsBitmap` of `render/context-probe.ts` knows its colour. */
export const probePicture = (): Uint8Array => Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));
