/** On a phone: in the middle of the stage's part that the half sheet leaves visible, in the size of the crosshair's drawing. */
export const PHONE_SPOT = { xShare: 0.5, yShare: 0.27, sizePx: 48 } as const;
