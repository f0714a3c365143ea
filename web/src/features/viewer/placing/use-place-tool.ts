import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PlaceState, PlaceTool } from '@overlook/engine';
import {
  distance,
  ecefFromLla,
  IDENTITY,
  invertAffine,
  moveMatrix,
  multiply,
  noMove,
  type Vec3,
} from '@overlook/shared/maths';
import { PLACING_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { activeScreen } from '../../../state/screens.ts';
import { carryOverride, drawBesides, dropOverride } from '../../../state/tools.ts';

/** What is loaded before a capture can be placed. */
export type PlaceStart = Awaited<ReturnType<typeof loadPlaceStart>>;

/** Rejects where the code cannot be loaded. */
export async function loadPlaceStart() {
  const { loadPlacing } = await import('@overlook/engine');
  return { ...(await loadPlacing()), pivotEcef: placeInView() };
}

/** What the active screen looks at, ECEF metres: the model in its middle, else the ground point of its site. */
export function placeInView(): Vec3 {
  const { stage } = activeScreen();
  const { width, height } = stage?.size() ?? { width: 0, height: 0 };
  const site = stage?.state().site;
  return stage?.pick(width / 2, height / 2)?.pointEcef ?? ecefFromLla(site?.origin ?? NOWHERE);
}

const NOWHERE = { longitude: 0, latitude: 0, height: 0 };

/** How the draft is drawn over its neighbour. */
export interface DraftLook {
  /** 0 to 1. */
  readonly opacity: number;
  readonly isOneColour: boolean;
}

/** --draft, 0 to 255 a channel */
const DRAFT_RGB = [169, 139, 255] as const;
/** Length of the handles as a share of the distance of the camera. */
const ARM_SHARE = 0.12;

/**
 * The tool that places a capture, and its state, live; the active screen draws the capture with it as long as this is mounted.
 */
export function usePlaceTool(
  capture: Capture,
  { PlaceTool: Tool, handleCenter, pivotEcef }: PlaceStart,
  look: DraftLook,
): [PlaceTool, PlaceState] {
  const [tool] = useState(() => {
    if (!capture.placement) return new Tool(noMove(pivotEcef));
    const { by, count, rmsM, ...move } = capture.placement;
    return new Tool(move, { by, count, rmsM });
  });
  const state = useSyncExternalStore(tool.subscribe, () => tool.state);
  // Also after a save, so that its tiles are not loaded again.
  const [{ modeltypeId, filepath, placement }] = useState(capture);
  const { opacity, isOneColour } = look;
  useEffect(() => {
    // The files at the address have the move that was saved.
    const saved = placement ? invertAffine(moveMatrix(placement)) : IDENTITY;
    const url = new URL(filepath, location.href).href;
    const color = isOneColour ? DRAFT_RGB : null;
    const show = () => {
      const moveEcef = multiply(moveMatrix(tool.state.move), saved);
      drawBesides(tool, { modeltypeId, url, moveEcef, opacity, color });
    };
    show();
    return tool.subscribe(show);
  }, [tool, modeltypeId, filepath, placement, opacity, isOneColour]);
  useEffect(
    () => () => {
      drawBesides(null, null);
      dropOverride(tool);
    },
    [tool],
  );
  useEffect(() => followCamera(tool, handleCenter), [tool, handleCenter]);
  const { awaits } = state;
  useEffect(() => {
    if (awaits === null) return dropOverride(tool);
    const prompt = awaits === 'draft' ? PLACING_MESSAGES['placing.pickDraft'] : PLACING_MESSAGES['placing.pickTarget'];
    carryOverride(tool, prompt, { hasCard: true });
  }, [tool, awaits]);
  return [tool, state];
}

/** Handles keep about one size on the screen. Returns what ends this. */
function followCamera(tool: PlaceTool, handleCenter: PlaceStart['handleCenter']): () => void {
  const { stage } = activeScreen();
  if (!stage) return () => undefined;
  const follow = () => {
    const metres = ARM_SHARE * distance(stage.pose().position, handleCenter(tool.state));
    // In steps of 10 %: otherwise each frame of a flight would create all marks again.
    tool.setArm(1.1 ** Math.round(Math.log(Math.max(metres, 0.1)) / Math.log(1.1)));
  };
  follow();
  return stage.on('pose', follow);
}
