import { proxy, ref } from 'valtio';
import type { ClearArea, OverlaySource, StageOverlay, StageTool } from '@overlook/engine';

interface ToolsState {
  /** The tool that clicks on the model go to, or null. */
  active: StageTool | null;
  /** Gets the clicks for a moment, before any active tool: while a plane is placed or a position is chosen. */
  override: StageTool | null;
  /** The prompt meanwhile. */
  overridePrompt: string | null;
  /** Whether the prompt has a button to cancel for a finger, which has no Escape. */
  isOverrideCancellable: boolean;
  /** Marks that are drawn and dragged while clicks are not for them; null for none. */
  besides: OverlaySource | null;
  /** What the active screen draws over its layer with them; null for nothing. */
  overlay: StageOverlay | null;
  /** Everything whose marks are drawn, the active tool last and so on top. */
  drawn: readonly OverlaySource[];
  /** The same with the tool that takes the clicks for a moment. */
  drawnNow: readonly OverlaySource[];
  /** The area of a crosshair that is always shown, which labels leave free; null without one. */
  keptClear: ClearArea | null;
}

const state = proxy<ToolsState>({
  active: null,
  override: null,
  overridePrompt: null,
  isOverrideCancellable: false,
  besides: null,
  overlay: null,
  drawn: ref([]),
  drawnNow: ref([]),
  keptClear: null,
});

/** The tools of the stages. Tools are objects of the engine; the store only refers to them. */
export const stageTools: Readonly<ToolsState> = state;

export function setStageTools(active: StageTool | null, drawn: readonly OverlaySource[]): void {
  Object.assign(state, { active: active && ref(active), drawn: ref([...drawn]) });
  drawAll();
}

/**
 * Gives the clicks to a tool, with its prompt, until {@link dropOverride} returns them. `hasCard`: a card of the tool is shown
 * beside, which has the button to cancel.
 */
export function carryOverride(tool: StageTool, prompt: string, { hasCard = false } = {}): void {
  Object.assign(state, { override: ref(tool), overridePrompt: prompt, isOverrideCancellable: !hasCard });
  drawAll();
}

/** Gives the clicks back, if this tool still has them. */
export function dropOverride(tool: StageTool): void {
  if (state.override !== tool) return;
  Object.assign(state, { override: null, overridePrompt: null });
  drawAll();
}

/** Draws the marks of an owner besides those of the tools, and a layer over that of the active screen; nulls end this. */
export function drawBesides(source: OverlaySource | null, overlay: StageOverlay | null): void {
  state.overlay = overlay && ref(overlay);
  if (source === state.besides) return;
  state.besides = source && ref(source);
  drawAll();
}

function drawAll(): void {
  const { drawn, besides, override } = state;
  const more = [besides, override].filter((one, i, all) => one !== null && all.indexOf(one) === i);
  state.drawnNow = more.length > 0 ? ref([...drawn, ...(more as OverlaySource[])]) : drawn;
}

export function keepClear(spot: ClearArea | null): void {
  state.keptClear = spot && ref(spot);
}
