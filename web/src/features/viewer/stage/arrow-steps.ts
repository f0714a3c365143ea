/** Which way the arrow keys move a line on the screen, by `event.code`: towards its start or its end. */
export const ARROW_STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};
