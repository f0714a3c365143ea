import type { AddedPick, AngleTool, MeasureTool, SectionVolume, Stage, TargetTool } from '../../engine/index.ts';
import type {
  AddedApi,
  AddedFacts,
  AddedLayerInfo,
  ObjectFilter,
  QualityName,
  SiteInfo,
  ToolName,
  ViewerFailure,
} from './viewer-api.ts';

export interface ViewerTools {
  readonly measure: MeasureTool;
  readonly angle: AngleTool;
  readonly target: TargetTool;
}

/** What the objects of the Project Layer look like. */
export interface ObjectLook {
  readonly selected: readonly number[];
  readonly filter: ObjectFilter | null;
}

/** The layers by others on a stage. */
export interface ViewedLayers {
  api(): AddedApi;
  /** What a layer tells of what was picked of it; null for nothing. */
  facts(added: AddedPick): AddedFacts | null;
  onChange(handler: (layers: readonly AddedLayerInfo[]) => void): () => void;
}

/** A stage, and who decides what it shows: the stage itself in an element, the stores in the product. */
export interface ViewedStage {
  readonly stage: Stage;
  site(): SiteInfo;
  /** Model types of the layers that may be shown. */
  layerIds(): readonly number[];
  showLayer(modelTypeId: number): void;
  showSection(volume: SectionVolume | null): void;
  objects(): ObjectLook;
  /** What is not named stays as it is. */
  showObjects(change: Partial<ObjectLook>): void;
  /** Those that may be used. */
  readonly tools: Partial<ViewerTools>;
  activeTool(): ToolName | null;
  activateTool(tool: ToolName | null): void;
  setQuality(quality: QualityName): void;
  readonly added: ViewedLayers;
  /** Each returns what ends it. */
  onFailure(handler: (failure: ViewerFailure) => void): () => void;
  onTool(handler: () => void): () => void;
  onSection(handler: () => void): () => void;
  onObjects(handler: () => void): () => void;
  /** Something measured with {@link tools} has changed. */
  onMeasurements(handler: () => void): () => void;
}
