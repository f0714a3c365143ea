/** The outline of a pin in a square of 30: its tip is at 15, 28.5, the middle of its head at 15, 11.6. */
export const PIN_OUTLINE = 'M15 28.5C15 28.5 25 18.6 25 11.6A10 10 0 0 0 5 11.6C5 18.6 15 28.5 15 28.5Z';
