import { subscribe } from 'valtio';
import type { Stage, StagePatch } from '@overlook/engine';
import { cad } from '../../../state/cad.ts';
import { levels } from '../../../state/levels.ts';
import { localClouds } from '../../../state/local-clouds.ts';
import { mocMarks } from '../../../state/moc-marks.ts';
import { objectRules } from '../../../state/object-rules.ts';
import { pointChoices, pointColors } from '../../../state/point-colors.ts';
import { moments } from '../../../state/moments.ts';
import { photos } from '../../../state/photos.ts';
import { picturePreferences } from '../../../state/picture-preferences.ts';
import { preferences } from '../../../state/preferences.ts';
import { section } from '../../../state/section.ts';
import { stageChoices } from '../../../state/stage.ts';
import { stageTools } from '../../../state/tools.ts';

/** The state of a screen's stage according to the stores. Its site and layer include the data of the catalogue. */
export function chosenState(index: number): StagePatch {
  const { isOpen, mode, volume, cut, outside } = section;
  return {
    ...picturePreferences(),
    pointColors: pointColors(),
    overlay: stageChoices.active === index ? stageTools.overlay : null,
    localClouds: localClouds.shown,
    ownModels: localClouds.models,
    // Ghosts and colours of objects read on a dark ground (interface brief §10).
    isGlobeUnderObjects: !preferences.isCadStageDark,
    nearMetres: stageChoices.nearMetres,
    section: cut,
    heights: levels.shown,
    litHeights: levels.lit,
    sectionBox: isOpen ? (volume?.box ?? null) : null,
    isOutsideDimmed: isOpen && outside === 'dimmed',
    sectionHandles: isOpen && mode !== 'plane' ? mode : null,
    features: objectRules(),
    areas: mocMarks.areas,
    pins: mocMarks.pins,
    hoveredPinIds: mocMarks.pointedPins,
    photos: photos.onStage,
    selectedPhotoId: photos.selectedId === null ? null : String(photos.selectedId),
    hoveredPhotoId: photos.hoveredId === null ? null : String(photos.hoveredId),
    snapsOff: preferences.snapsOff,
    activeTool: stageTools.override ?? stageTools.active,
    drawnTools: stageTools.drawnNow,
    keptClear: stageTools.keptClear,
    // Only the active screen shows the values of marks.
    isSecondary: stageChoices.active !== index,
  };
}

/** Keeps the stage of a screen in the state of the stores. Returns a function that ends this. */
export function followStores(index: number, stage: Pick<Stage, 'update'>): () => void {
  const follow = () => stage.update(chosenState(index));
  follow();
  const undo = [
    preferences,
    pointChoices,
    localClouds,
    stageChoices,
    moments,
    section,
    levels,
    cad,
    stageTools,
    mocMarks,
    photos,
  ].map((store) => subscribe(store, follow));
  return () => undo.forEach((step) => step());
}
