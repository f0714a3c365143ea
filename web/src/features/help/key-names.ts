/** The keys of a chord, one name each, as on the keyboard of the user's device: Cmd on Apple devices, Ctrl on others. */
export function keyNames(chord: string, isApple: boolean): string[] {
  return chord.split('+').map((key) => (key === 'Ctrl' && isApple ? 'Cmd' : key));
}

/** Whether this browser runs on one of Apple's systems, as far as it tells. */
export const isAppleKeyboard = (userAgent: string): boolean => /Mac|iPhone|iPad/.test(userAgent);
