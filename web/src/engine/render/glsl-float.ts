/** A finite number as a GLSL float literal with the same value. */
export const glslFloat = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
