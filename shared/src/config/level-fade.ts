/** The cross-fade between levels of detail (docs/decisions/0041). The specification has none; each figure has its reason beside it. */
export const LEVEL_FADE = {
  /** Longer than this, moving pictures show mixed pixels most of the time; shorter looks like no fade, milliseconds. */
  durationMs: 250,
  /** Changes that follow one another more quickly than this are one: eight fades under way at once are as many as shaders tell apart, milliseconds. */
  stepMs: 35,
  /** Between two pictures of a fade at rest, milliseconds: 30 a second look even, and leave time for the tiles that still arrive. */
  pauseMs: 30,
  /** Tiles that go, drawn beside those that stay: more of them, as in a fast zoom, go at once. */
  mostTiles: 100,
  /** A camera that turns by more than 20° from one picture to the next has jumped: nothing of the picture before is left to fade. */
  leastCosine: 0.94,
  /** The same of one that moves by more than this share of the distance to what is nearest, and by more than so many metres. */
  stepShare: 0.5,
  stepM: 1,
} as const;
