import { useMemo } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { isProjectLayer } from '@overlook/shared/config';
import { type LinkedResults, NO_RESULTS } from '@overlook/embed/links/view-link';
import type { AngleTool, MeasureTool, TargetTool, ToolHit } from '@overlook/engine';
import { preferences } from './preferences.ts';

/** The cards of the panel; those with a tool of the session carry its name. */
export type ToolCard = keyof Tools | 'shape' | 'volume' | 'metadata';

/** The tools on the shown site. Every stage draws them; they know none. */
export interface Tools {
  readonly target: TargetTool;
  readonly measure: MeasureTool;
  readonly angle: AngleTool;
}

export type SessionTool = Tools[keyof Tools];

interface CadPick {
  readonly modeltypeId: number;
  readonly featureId: number;
}

interface ToolsState {
  /** Null until the engine has loaded. The store does not observe the tools themselves. */
  tools: Tools | null;
  hasLoadFailed: boolean;
  /** The card a person opened last, null after closing it; the panel opens with Measure (specification §2 "/tools"). */
  chosenCard: ToolCard | null;
  /** The card that is open on the page now, null while there is no panel. */
  openCard: ToolCard | null;
  /** The last clicked object of the Project Layer. */
  picked: CadPick | null;
}

const DEFAULTS: Readonly<ToolsState> = Object.freeze({
  tools: null,
  hasLoadFailed: false,
  chosenCard: 'measure',
  openCard: null,
  picked: null,
});

const state = proxy<ToolsState>({ ...DEFAULTS });

export const toolsStore: Readonly<ToolsState> = state;

/** The tools of each site that was shown, by its id: results of one plant mean nothing in another. */
const toolsBySite = new Map<number | null, Tools>();
let stopFollowing: (() => void) | null = null;

/**
 * Makes the tools, once, with the classes that `load` loads; they are kept until {@link resetTools}. They always have the
 * results of the selected site.
 */
export async function makeSessionTools(load: () => Promise<ToolMakers>): Promise<void> {
  if (state.tools) return;
  state.hasLoadFailed = false;
  try {
    const makers = await load();
    if (state.tools) return;
    const show = (siteId: number | null): void => {
      const tools = toolsBySite.get(siteId) ?? makeTools(makers);
      toolsBySite.set(siteId, tools);
      showTools(tools);
    };
    const undo = [
      subscribeKey(preferences, 'selectedSiteId', show),
      subscribeKey(preferences, 'units', (units) => {
        for (const { measure } of toolsBySite.values()) measure.setUnits(units);
      }),
      subscribeKey(preferences, 'angleUnits', (units) => {
        for (const { angle } of toolsBySite.values()) angle.setUnits(units);
      }),
    ];
    stopFollowing = () => undo.forEach((step) => step());
    show(preferences.selectedSiteId);
  } catch (error) {
    console.warn('The tools could not be loaded.', error);
    state.hasLoadFailed = true;
  }
}

/** Shows the tools of a site, in which nothing is picked yet. */
export function showTools(tools: Tools): void {
  Object.assign(state, { tools: ref(tools), picked: null });
}

/** The classes of the engine that make them, as values, because the engine is loaded later. */
interface ToolMakers {
  TargetTool: new () => TargetTool;
  MeasureTool: new () => MeasureTool;
  AngleTool: new () => AngleTool;
}

function makeTools(makers: ToolMakers): Tools {
  const tools = { target: new makers.TargetTool(), measure: new makers.MeasureTool(), angle: new makers.AngleTool() };
  tools.measure.setUnits(preferences.units);
  tools.angle.setUnits(preferences.angleUnits);
  return tools;
}

/** Drops the tools and all their results: measurements of one user must not be visible to the next. */
export function resetTools(): void {
  stopFollowing?.();
  stopFollowing = null;
  toolsBySite.clear();
  Object.assign(state, DEFAULTS);
}

export function chooseCard(card: ToolCard | null): void {
  state.chosenCard = card;
}

/** Sets the open card of the page; its tool is the active one of all stages. */
export function setOpenCard(card: ToolCard | null): void {
  state.openCard = card;
}

/** Stores a click on the model for the Metadata card; null and other layers change nothing. */
export function notePicked(hit: Pick<ToolHit, 'modeltypeId' | 'featureId'> | null): void {
  if (!hit || hit.featureId === null || !isProjectLayer(hit.modeltypeId)) return;
  state.picked = { modeltypeId: hit.modeltypeId, featureId: hit.featureId };
}

/** The results in the short form of an address. */
export function linkedResults(): LinkedResults {
  const { tools } = toolsStore;
  if (!tools) return NO_RESULTS;
  const { measure, target, angle } = tools;
  return {
    measure: measure.state().measurements.length > 0 ? measure.serialise() : null,
    target: target.state().targets.length > 0 ? target.serialise() : null,
    angle: angle.state().angles.length > 0 ? angle.serialise() : null,
  };
}

/** The same, or null where there are none. */
export function measurementsNow(): LinkedResults | null {
  const results = linkedResults();
  return Object.values(results).some((text) => text !== null) ? results : null;
}

/** The tools, or null while they are loading. */
export function useTools(): Tools | null {
  return useSnapshot(state).tools as Tools | null;
}

/** The tool that gestures on a stage go to: that of the open card; null while there is none. */
export function useActiveTool(): SessionTool | null {
  const { openCard } = useSnapshot(state);
  const tools = useTools();
  return tools && openCard !== null && openCard in tools ? tools[openCard as keyof Tools] : null;
}

/** Every tool whose marks the stages draw, the active one last and so on top. They remain when the panel closes. */
export function useDrawnTools(): readonly SessionTool[] {
  const active = useActiveTool();
  const tools = useTools();
  return useMemo(() => {
    const others = tools ? [tools.target, tools.angle, tools.measure].filter((tool) => tool !== active) : [];
    return active ? [...others, active] : others;
  }, [tools, active]);
}
