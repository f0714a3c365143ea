import { navigate } from 'wouter/use-browser-location';
import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import { isAllowed, type PermissionToken } from '@overlook/shared/permissions';
import { readCaptures } from '../../api/captures.ts';
import { knownPermissions, knownSite } from '../../api/catalogue.ts';
import type { ObjectLook, ViewedStage, ViewerTools } from '@overlook/embed/viewer/viewed-stage';
import type { QualityName, SiteInfo, ToolName, ViewerFailure } from '@overlook/embed/viewer-api';
import type { Moment } from '@overlook/embed/links/moment';
import type { SectionVolume, Stage } from '@overlook/engine';
import type { Capture } from '@overlook/shared/schemas';
import { selectFeatures } from '../../features/viewer/cad/select-items.ts';
import { chosenState } from '../../features/viewer/stage/follow-stores.ts';
import { captureOnScreen, moments, momentsAt, setMoment } from '../../state/moments.ts';
import { screenAt } from '../../state/screens.ts';
import { chooseCard, setOpenCard, toolsStore } from '../../state/session-tools.ts';
import { cad, setObjectFilter } from '../../state/cad.ts';
import { connection } from '../../state/connection.ts';
import { setPreference } from '../../state/preferences.ts';
import { closeSection, openSection, section } from '../../state/section.ts';
import { setLayer } from '../../state/stage.ts';
import { filterFromStore, filterToStore, idsOf } from './object-filter.ts';
import { ProductLayers } from './product-layers.ts';

const TOKENS: Readonly<Record<ToolName, PermissionToken>> = {
  measure: 'TOOLS:MEASURE',
  angle: 'TOOLS:ANGLE',
  target: 'TOOLS:TARGET',
};
const TOOL_NAMES = Object.keys(TOKENS) as ToolName[];

/** A screen of the product, whose stores decide what it shows: what a script changes is what a person would change. */
export class ProductStage implements ViewedStage {
  readonly added = new ProductLayers();
  private readonly ends = new Set<() => void>();
  /** The features that a script has selected, until the selection in the tree changes. */
  private wantedObjects: readonly number[] | null = null;

  constructor(
    private readonly index: number,
    readonly stage: Stage,
  ) {
    // Synchronously: the listeners of the change read the selection afterwards.
    this.until(subscribeKey(cad, 'selected', () => (this.wantedObjects = null), true));
  }

  site(): SiteInfo {
    const site = knownSite(this.siteId());
    return { slug: site?.slug ?? '', name: site?.name ?? '', origin: this.stage.state().site!.origin };
  }

  layerIds(): readonly number[] {
    return screenAt(this.index).layerIds;
  }

  showLayer(modelTypeId: number): void {
    // The stage first, so that idle() called next waits for this layer; the store then moves the selector.
    const capture = captureOnScreen(this.siteId(), this.index, modelTypeId);
    this.stage.update({ layerId: modelTypeId, capture });
    setLayer(this.index, modelTypeId);
  }

  async captures(): Promise<readonly Capture[]> {
    const siteId = this.siteId();
    return siteId === null ? [] : readCaptures(siteId);
  }

  moment(): Moment {
    return momentsAt(this.siteId()).screens[this.index] ?? null;
  }

  /** The stores know the captures of the layers themselves. */
  showMoment(moment: Moment): void {
    const [siteId, { layerId }] = [this.siteId(), this.stage.state()];
    if (siteId === null) return;
    setMoment(siteId, this.index, moment);
    // At once, so that idle() called next waits for it.
    if (layerId !== null) this.stage.update({ capture: captureOnScreen(siteId, this.index, layerId) });
  }

  showSection(volume: SectionVolume | null): void {
    if (volume) openSection(volume);
    else closeSection();
    this.follow();
  }

  objects(): ObjectLook {
    const selected = this.wantedObjects ?? cad.selected.flatMap(({ features }) => idsOf(features));
    return { selected, filter: filterFromStore(cad) };
  }

  showObjects({ selected, filter }: Partial<ObjectLook>): void {
    if (selected) void this.select(selected);
    if (filter === undefined) return;
    setObjectFilter(filterToStore(filter));
    this.follow();
  }

  get tools(): Partial<ViewerTools> {
    const { tools } = toolsStore;
    const siteId = this.siteId();
    const allowed = TOOL_NAMES.filter((name) => isAllowed(knownPermissions(), siteId, TOKENS[name]));
    return tools ? Object.fromEntries(allowed.map((name) => [name, tools[name]])) : {};
  }

  activeTool(): ToolName | null {
    return TOOL_NAMES.find((name) => name === toolsStore.openCard) ?? null;
  }

  activateTool(tool: ToolName | null): void {
    chooseCard(tool);
    // The panel sets the same when it is mounted.
    setOpenCard(tool);
    if (tool !== null) navigate('/tools');
  }

  setQuality(quality: QualityName): void {
    setPreference('quality', quality);
    this.follow();
  }

  onFailure(handler: (failure: ViewerFailure) => void): () => void {
    const failure: ViewerFailure = { reason: 'unreachable', message: `${EMBED_MESSAGES['embed.unreachable']}.` };
    return this.until(subscribeKey(connection, 'isLost', (isLost) => isLost && handler(failure)));
  }

  onTool(handler: () => void): () => void {
    return this.until(subscribeKey(toolsStore, 'openCard', handler));
  }

  onSection(handler: () => void): () => void {
    return this.until(subscribeKey(section, 'cut', handler));
  }

  onMoment(handler: () => void): () => void {
    return this.until(subscribe(moments, handler));
  }

  onObjects(handler: () => void): () => void {
    return this.until(subscribeKey(cad, 'selected', handler));
  }

  onMeasurements(handler: () => void): () => void {
    let undo: (() => void)[] = [];
    const leave = () => undo.forEach((step) => step());
    const tie = () => {
      leave();
      undo = Object.values(this.tools).map((tool) => tool.subscribe(handler));
    };
    tie();
    // Another site has other tools.
    const stop = subscribeKey(toolsStore, 'tools', () => {
      tie();
      handler();
    });
    return this.until(() => {
      stop();
      leave();
    });
  }

  /** Ends what scripts listen to. */
  destroy(): void {
    for (const end of this.ends) end();
    this.added.destroy();
  }

  private siteId(): number | null {
    return screenAt(this.index).siteId;
  }

  private async select(featureIds: readonly number[]): Promise<void> {
    const siteId = this.siteId();
    if (siteId === null) return;
    this.wantedObjects = featureIds;
    await selectFeatures(siteId, featureIds);
    if (this.wantedObjects === featureIds) this.wantedObjects = null;
  }

  /** At once, so that what a script asks next is answered from what it has just set. */
  private follow(): void {
    this.stage.update(chosenState(this.index));
  }

  private until(end: () => void): () => void {
    const once = () => {
      if (this.ends.delete(once)) end();
    };
    this.ends.add(once);
    return once;
  }
}
