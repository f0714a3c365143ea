import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { isProjectLayer } from '@overlook/shared/config';
import type { StageTool } from '@overlook/engine';
import { selectionLabel } from '../features/viewer/cad/selection-label.ts';
import { photos } from '../state/photos.ts';
import { preferences } from '../state/preferences.ts';
import { profile } from '../state/profile.ts';
import { useActiveTool, useDrawnTools } from '../state/session-tools.ts';
import { stageChoices } from '../state/stage.ts';
import { swipe } from '../state/swipe.ts';
import { setStageTools } from '../state/tools.ts';

/** Gives the tools of the panel to the stages, and removes them when the stage is destroyed. */
export function CarriedTools() {
  const photoTool = useSnapshot(photos).tool as StageTool | null;
  const { tool: profileTool, line } = useSnapshot(profile);
  // While its line is picked, the tool has the clicks and is drawn with them.
  const sectionTool = line ? (profileTool as StageTool | null) : null;
  // Photos and tools are panels, of which one is open at a time.
  const active = useActiveTool() ?? photoTool;
  const tools = useDrawnTools();
  const drawn = useMemo(
    () => [...(sectionTool ? [sectionTool] : []), ...tools, ...(photoTool ? [photoTool] : [])],
    [sectionTool, tools, photoTool],
  );
  const { layers } = useSnapshot(stageChoices);
  const screens = useSnapshot(preferences).screenCount;
  const { isOn, secondLayer } = useSnapshot(swipe);
  const hasObjects = layers.slice(0, screens).some(isProjectLayer) || (isOn && isProjectLayer(secondLayer));
  useEffect(() => setStageTools(active, hasObjects ? [selectionLabel, ...drawn] : drawn), [active, drawn, hasObjects]);
  useEffect(() => () => setStageTools(null, []), []);
  return null;
}
