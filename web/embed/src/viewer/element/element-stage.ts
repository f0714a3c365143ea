import { CAD_FILTER } from '@overlook/shared/config';
import { Emitter } from '@overlook/engine/emitter';
import type { SectionVolume, Stage } from '@overlook/engine';
import type { Capture } from '@overlook/shared/schemas';
import type { Moment } from '../../links/moment.ts';
import { rulesOfLook } from '../api/object-look.ts';
import type { AddedLayers } from '../api/added-layers.ts';
import type { LayerCapture, ObjectLook, ViewedStage, ViewerTools } from '../api/viewed-stage.ts';
import type { QualityName, SiteInfo, ToolName, ViewerFailure } from '../api/viewer-api.ts';

interface Changes {
  failure: ViewerFailure;
  tool: null;
  section: null;
  moment: null;
  objects: null;
}

/** The stage of an element, which holds its own state. */
export class ElementStage implements ViewedStage {
  private readonly changes = new Emitter<Changes>();
  private look: ObjectLook = { selected: [], filter: null };
  private tool: ToolName | null = null;
  private shownMoment: Moment = null;
  private captureOf: LayerCapture = () => null;

  constructor(
    readonly stage: Stage,
    readonly tools: Partial<ViewerTools>,
    private readonly info: SiteInfo,
    readonly added: AddedLayers,
    readonly captures: () => Promise<readonly Capture[]>,
  ) {
    stage.update({ drawnTools: Object.values(tools) });
    stage.on('sectionBox', (box) => this.showSection({ box, planes: stage.state().section?.planes ?? [] }));
  }

  site(): SiteInfo {
    return this.info;
  }

  layerIds(): readonly number[] {
    return this.stage.state().site?.layers.map(({ modeltypeId }) => modeltypeId) ?? [];
  }

  showLayer(modelTypeId: number): void {
    this.stage.update({ layerId: modelTypeId, capture: this.captureOf(modelTypeId) });
  }

  moment(): Moment {
    return this.shownMoment;
  }

  showMoment(moment: Moment, captureOf: LayerCapture): void {
    this.shownMoment = moment;
    this.captureOf = captureOf;
    const { layerId } = this.stage.state();
    if (layerId !== null) this.showLayer(layerId);
    this.changes.emit('moment', null);
  }

  showSection(section: SectionVolume | null): void {
    this.stage.update({ section });
    this.changes.emit('section', null);
  }

  objects(): ObjectLook {
    return this.look;
  }

  showObjects(change: Partial<ObjectLook>): void {
    this.look = { ...this.look, ...change };
    this.stage.update({ features: rulesOfLook(this.look, CAD_FILTER.highlightColor) });
    this.changes.emit('objects', null);
  }

  activeTool(): ToolName | null {
    return this.tool;
  }

  activateTool(tool: ToolName | null): void {
    if (tool === this.tool) return;
    this.tool = tool;
    const active = tool && this.tools[tool];
    // The active tool is drawn last, above the other tools.
    const others = Object.values(this.tools).filter((one) => one !== active);
    this.stage.update({ activeTool: active ?? null, drawnTools: [...others, ...(active ? [active] : [])] });
    this.changes.emit('tool', null);
  }

  setQuality(quality: QualityName): void {
    this.stage.update({ quality });
  }

  fail(failure: ViewerFailure): void {
    this.changes.emit('failure', failure);
  }

  onFailure(handler: (failure: ViewerFailure) => void): () => void {
    return this.changes.on('failure', handler);
  }

  onTool(handler: () => void): () => void {
    return this.changes.on('tool', handler);
  }

  onSection(handler: () => void): () => void {
    return this.changes.on('section', handler);
  }

  onMoment(handler: () => void): () => void {
    return this.changes.on('moment', handler);
  }

  onObjects(handler: () => void): () => void {
    return this.changes.on('objects', handler);
  }

  onMeasurements(handler: () => void): () => void {
    const undo = Object.values(this.tools).map((tool) => tool.subscribe(handler));
    return () => undo.forEach((step) => step());
  }

  destroy(): void {
    this.added.destroy();
    this.stage.destroy();
    this.changes.clear();
  }
}
