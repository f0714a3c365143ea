import type { DrawnTile } from './draw-item.ts';
import type { TilePass } from './tile-pass.ts';

/**
 * The passes of one side of a picture, in the order in which they are drawn; with a swipe those of the second side follow. All but
 * the first write to the framebuffer. Most frames have the surfaces only: the code of the others is loaded when one of them is first drawn
 * (late-pass.ts, stage/scene-passes.ts).
 */
const FRAME_PASSES = [
  // Reads the tiles that cast shadows, in view or not. Writes the depth that the sun sees. Before the surfaces, which read it.
  'shadowMap',
  // Reads distances and ids of the surfaces from a target of its own. Writes white paper, black edges and the depth of the surfaces, which
  // it replaces. Before the points, which are tested against that depth.
  'drawing',
  // Reads the shadow map. Writes colour and depth of opaque surfaces; then of points, through eye-dome lighting if it is on; then the
  // colour of half-transparent surfaces, behind which all opaque ones must be known (tile-renderer.ts). With a drawing: points only.
  // The depth is complete then: it tells which missing tiles are hidden (`onDrawn`).
  'surfaces',
  // Reads distances of the surfaces from a target of its own, and the depth. Darkens the colour. After the surfaces, whose colour it
  // multiplies, and before the lines, which keep theirs.
  'occlusion',
  // Reads distances and ids of the surfaces from a target of its own, and the depth. Blends dark lines over the colour. After the
  // occlusion, and before the outline, which lies over it.
  'edges',
  // Reads distances of the selected features from a target of its own, and the depth. Blends a line over the colour, dashed where another
  // object is in front. Last: nothing may cover what is selected.
  'outline',
] as const;

type FramePass = (typeof FRAME_PASSES)[number];

/** At most one pass of each kind, of one side of a picture. */
export type SidePasses<T extends DrawnTile = DrawnTile> = Partial<Record<FramePass, TilePass<T> | null>>;

/** The passes in the order in which they are drawn. */
export const inDrawOrder = <T extends DrawnTile>(passes: SidePasses<T>): TilePass<T>[] =>
  FRAME_PASSES.flatMap((name) => passes[name] ?? []);
