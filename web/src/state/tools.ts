import { proxy, ref } from 'valtio';
import type { ClearSpot, MarkOwner, StageTool } from '../engine/index.ts';

interface ToolsState {
  /** The tool that clicks on the model go to, or null. */
  active: StageTool | null;
  /** Takes the clicks for a moment, whatever tool is active: a plane of the section is being laid. */
  override: StageTool | null;
  /** Everything whose marks are drawn, the active tool last and so on top. */
  drawn: readonly MarkOwner[];
  /** Where the crosshair always stands, null while it does not: values keep off it. */
  keptClear: ClearSpot | null;
}

/** Which tools the stages carry. Tools are objects of the engine; the store only points at them. */
export const carriedTools = proxy<ToolsState>({ active: null, override: null, drawn: ref([]), keptClear: null });

export function carryTools(active: StageTool | null, drawn: readonly MarkOwner[]): void {
  Object.assign(carriedTools, { active: active && ref(active), drawn: ref([...drawn]) });
}

export function carryOverride(tool: StageTool | null): void {
  carriedTools.override = tool && ref(tool);
}

export function keepClear(spot: ClearSpot | null): void {
  carriedTools.keptClear = spot && ref(spot);
}
