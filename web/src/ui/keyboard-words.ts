/** What is printed on keys: as on a US keyboard, until learn-keyboard.ts knows better. `of` takes `M`, `[` or `Shift+M`. */
export const keyboardWords = { of: (chord: string): string => chord };
