import type {
  AddedPick,
  AngleTool,
  MeasureTool,
  SectionVolume,
  Stage,
  StageCapture,
  TargetTool,
} from '@overlook/engine';
import type { Capture } from '@overlook/shared/schemas';
import type { Moment } from '../../links/moment.ts';
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

/** Selection and filter of the objects of the Project Layer. */
export interface ObjectLook {
  readonly selected: readonly number[];
  readonly filter: ObjectFilter | null;
}

/** The layers that a page adds to a stage. */
export interface ViewedLayers {
  api(): AddedApi;
  /** Returns the properties of a picked element of a layer; null if there are none. */
  facts(added: AddedPick): AddedFacts | null;
  onChange(handler: (layers: readonly AddedLayerInfo[]) => void): () => void;
}

/** What each layer (model type) shows at a moment; null for the files that the site names. */
export type LayerCapture = (modeltypeId: number) => StageCapture | null;

/** A stage with its state: the element holds the state itself, the product keeps it in stores. */
export interface ViewedStage {
  readonly stage: Stage;
  site(): SiteInfo;
  /** Model types of the available layers. */
  layerIds(): readonly number[];
  showLayer(modelTypeId: number): void;
  /** Reads the captures that the view may show. Rejects if the server cannot be reached. */
  captures(): Promise<readonly Capture[]>;
  moment(): Moment;
  /** `captureOf` is what the layers show at the moment. */
  showMoment(moment: Moment, captureOf: LayerCapture): void;
  showSection(volume: SectionVolume | null): void;
  objects(): ObjectLook;
  /** Fields that are absent do not change. */
  showObjects(change: Partial<ObjectLook>): void;
  /** The available tools. */
  readonly tools: Partial<ViewerTools>;
  activeTool(): ToolName | null;
  activateTool(tool: ToolName | null): void;
  setQuality(quality: QualityName): void;
  readonly added: ViewedLayers;
  /** Each of the following returns a function that unsubscribes. */
  onFailure(handler: (failure: ViewerFailure) => void): () => void;
  onTool(handler: () => void): () => void;
  onSection(handler: () => void): () => void;
  onMoment(handler: () => void): () => void;
  onObjects(handler: () => void): () => void;
  /** Called when a measurement of {@link tools} has changed. */
  onMeasurements(handler: () => void): () => void;
}
