import { proxy, ref } from 'valtio';
import type { ClearArea, OverlaySource, StageTool } from '../engine/index.ts';

interface ToolsState {
  /** The tool that clicks on the model go to, or null. */
  active: StageTool | null;
  /** Takes the clicks for a moment, whatever tool is active: a plane of the section is being laid. */
  override: StageTool | null;
  /** Everything whose marks are drawn, the active tool last and so on top. */
  drawn: readonly OverlaySource[];
  /** The area of a crosshair that is always shown, which labels leave free; null without one. */
  keptClear: ClearArea | null;
}

const state = proxy<ToolsState>({ active: null, override: null, drawn: ref([]), keptClear: null });

/** The tools of the stages. Tools are objects of the engine; the store only refers to them. */
export const stageTools: Readonly<ToolsState> = state;

export function setStageTools(active: StageTool | null, drawn: readonly OverlaySource[]): void {
  Object.assign(state, { active: active && ref(active), drawn: ref([...drawn]) });
}

export function carryOverride(tool: StageTool | null): void {
  state.override = tool && ref(tool);
}

export function keepClear(spot: ClearArea | null): void {
  state.keptClear = spot && ref(spot);
}
