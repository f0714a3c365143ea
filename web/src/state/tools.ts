import { proxy, ref } from 'valtio';
import type { StageTool } from '../engine/index.ts';

interface ToolsState {
  /** The tool that clicks on the model go to, or null. */
  active: StageTool | null;
  /** Takes the clicks for a moment, whatever tool is active: a plane of the section is being laid. */
  override: StageTool | null;
  /** Every tool whose marks are drawn, the active one last and so on top. */
  drawn: readonly StageTool[];
}

/** Which tools the stages carry. Tools are objects of the engine; the store only points at them. */
export const carriedTools = proxy<ToolsState>({ active: null, override: null, drawn: ref([]) });

export function carryTools(active: StageTool | null, drawn: readonly StageTool[]): void {
  Object.assign(carriedTools, { active: active && ref(active), drawn: ref([...drawn]) });
}

export function carryOverride(tool: StageTool | null): void {
  carriedTools.override = tool && ref(tool);
}
