import { PROGRESS_EVERY_MS, QUALITY_LEVELS } from '@overlook/shared/config';
import { llaFromEcef, type Lla, ecefFromLla, type Vec3 } from '@overlook/shared/maths';
import { noLayerText, noProjectionText, noQualityText } from '@overlook/shared/messages';
import { throttled } from '../../controls/throttled.ts';
import { turnNorthUp, zoomIn, zoomOut } from '../../controls/view-actions.ts';
import type { PickResult, Stage } from '@overlook/engine';
import { layerInfos, layerName, modelTypeIdOf } from './layer-name.ts';
import { measurementResults } from './measurement-results.ts';
import { checkObjectLook } from './object-look.ts';
import { checkedSection } from './section-of-page.ts';
import type { ViewedStage } from './viewed-stage.ts';
import type {
  CameraApi,
  FilterApi,
  GeographicPoint,
  LayersApi,
  MeasurementsApi,
  OverlookViewerApi,
  PickedPoint,
  ProjectionName,
  QualityApi,
  SectionApi,
  SelectionApi,
  ToolName,
  ToolsApi,
  Vector3,
  ViewerEvents,
} from './viewer-api.ts';

const loadCaptures = () => import('./captures.ts');

const VERSION = '1';
const PROJECTIONS: readonly ProjectionName[] = ['perspective', 'orthographic'];
const TOOLS: readonly ToolName[] = ['measure', 'angle', 'target'];

/** Creates the programming interface of a stage. It has no state: subscriptions of `on` end with the stage. */
export function createViewerApi(viewed: ViewedStage): OverlookViewerApi {
  const { stage } = viewed;
  return {
    version: VERSION,
    site: () => viewed.site(),
    camera: cameraApi(stage),
    layers: layersApi(viewed),
    section: sectionApi(viewed),
    selection: selectionApi(viewed),
    filter: filterApi(viewed),
    measurements: measurementsApi(viewed),
    tools: toolsApi(viewed),
    added: viewed.added.api(),
    quality: qualityApi(viewed),
    captures: async () => (await loadCaptures()).captureInfos(viewed),
    moment: () => viewed.moment(),
    setMoment: async (date) => (await loadCaptures()).showDate(viewed, date),
    pick: (x, y) => pickedPoint(viewed, stage.pick(x, y)),
    project: (point) => stage.project(ecefOf(point)),
    idle: () => stage.idle(),
    screenshot: () => stage.screenshot(),
    attributions: () => stage.attributions(),
    on: (event, handler) => listen(viewed, event, handler),
  };
}

function ecefOf(point: Vector3 | GeographicPoint): Vec3 {
  return 'longitude' in point ? ecefFromLla(point satisfies Lla) : [point[0], point[1], point[2]];
}

function pickedPoint(viewed: ViewedStage, hit: PickResult | null): PickedPoint | null {
  if (!hit) return null;
  const { pointEcef, layer, featureId, errorMetres } = hit;
  const added = hit.added && viewed.added.facts(hit.added);
  return { pointEcef, point: llaFromEcef(pointEcef), layer: layerName(layer), featureId, errorMetres, added };
}

const cameraApi = (stage: Stage): CameraApi => ({
  pose: () => stage.pose(),
  setPose: ({ position, direction, up, orthoHeightM }, options) =>
    stage.setPose(
      {
        position: [...position],
        direction: [...direction],
        up: [...up],
        ...(orthoHeightM !== undefined && { orthoHeightM }),
      },
      options,
    ),
  flyTo: (point, distanceMetres) => stage.flyTo(ecefOf(point), distanceMetres),
  home: (options) => stage.flyHome(options),
  zoomIn: () => zoomIn(stage),
  zoomOut: () => zoomOut(stage),
  northUp: () => turnNorthUp(stage),
  projection: () => stage.projection(),
  setProjection: (projection) => {
    if (!PROJECTIONS.includes(projection)) throw new RangeError(noProjectionText(projection, PROJECTIONS));
    stage.setProjection(projection);
  },
});

const layersApi = (viewed: ViewedStage): LayersApi => ({
  all: () => layerInfos(viewed.layerIds()),
  shown: () => layerName(viewed.stage.state().layerId),
  show: (name) => {
    const id = modelTypeIdOf(name);
    if (id === null || !viewed.layerIds().includes(id)) throw new RangeError(noLayerText(name));
    viewed.showLayer(id);
  },
});

const sectionApi = (viewed: ViewedStage): SectionApi => ({
  get: () => viewed.stage.state().section,
  set: (section) => viewed.showSection(section && checkedSection(section)),
});

const selectionApi = (viewed: ViewedStage): SelectionApi => ({
  get: () => viewed.objects().selected,
  set: (featureIds) => showObjects(viewed, { selected: [...featureIds] }),
});

const filterApi = (viewed: ViewedStage): FilterApi => ({
  get: () => viewed.objects().filter,
  set: (filter) => showObjects(viewed, { filter: filter && structuredClone(filter) }),
});

function showObjects(viewed: ViewedStage, change: Partial<ReturnType<ViewedStage['objects']>>): void {
  checkObjectLook({ ...viewed.objects(), ...change });
  viewed.showObjects(change);
}

const measurementsApi = (viewed: ViewedStage): MeasurementsApi => ({
  all: () => measurementResults(viewed.tools),
  clear: () => Object.values(viewed.tools).forEach((tool) => tool.clear()),
});

const toolsApi = (viewed: ViewedStage): ToolsApi => {
  const all = () => TOOLS.filter((name) => viewed.tools[name]);
  return {
    all,
    active: () => viewed.activeTool(),
    activate: (tool, mode) => {
      if (tool !== null && !all().includes(tool)) throw new RangeError(`There is no tool “${tool}” here.`);
      if (tool === 'measure' && mode) viewed.tools.measure?.setMode(mode);
      viewed.activateTool(tool);
    },
  };
};

const qualityApi = (viewed: ViewedStage): QualityApi => ({
  get: () => viewed.stage.state().quality,
  set: (quality) => {
    const known: readonly string[] = QUALITY_LEVELS.map(({ key }) => key);
    if (!known.includes(quality)) throw new RangeError(noQualityText(quality, known));
    viewed.setQuality(quality);
  },
});

type Listening = { [K in keyof ViewerEvents]: (tell: (value: ViewerEvents[K]) => void) => () => void };

function listen<K extends keyof ViewerEvents>(
  viewed: ViewedStage,
  event: K,
  handler: (value: ViewerEvents[K]) => void,
): () => void {
  const begin = listening(viewed)[event] as Listening[K] | undefined;
  if (!begin) throw new RangeError(`There is no event “${event}”.`);
  return begin(handler);
}

const listening = (viewed: ViewedStage): Listening => {
  const { stage } = viewed;
  return {
    camera: (tell) => stage.on('pose', tell),
    rest: (tell) => stage.on('rest', tell),
    layer: (tell) => stage.on('visibleLayer', (id) => tell(layerName(id))),
    moment: (tell) =>
      whenOther(
        (run) => viewed.onMoment(run),
        () => viewed.moment(),
        tell,
      ),
    click: (tell) => onClick(viewed, tell),
    select: (tell) =>
      whenOther(
        (run) => viewed.onObjects(run),
        () => viewed.objects().selected,
        tell,
      ),
    section: (tell) =>
      whenOther(
        (run) => viewed.onSection(run),
        () => stage.state().section,
        tell,
      ),
    measure: (tell) =>
      whenOther(
        (run) => viewed.onMeasurements(run),
        () => measurementResults(viewed.tools),
        tell,
      ),
    tool: (tell) =>
      whenOther(
        (run) => viewed.onTool(run),
        () => viewed.activeTool(),
        tell,
      ),
    added: (tell) => viewed.added.onChange(tell),
    progress: (tell) => onProgress(stage, tell),
    settled: (tell) => onSettled(stage, tell),
    error: (tell) => viewed.onFailure(tell),
  };
};

/** Tells a value after a change of it: what announces the change also announces changes of other values. */
function whenOther<T>(onChange: (run: () => void) => () => void, read: () => T, tell: (value: T) => void): () => void {
  let before = JSON.stringify(read());
  return onChange(() => {
    const value = read();
    const now = JSON.stringify(value);
    if (now === before) return;
    before = now;
    tell(value);
  });
}

function onClick(viewed: ViewedStage, tell: (hit: ViewerEvents['click']) => void): () => void {
  const undo = [
    viewed.stage.on('addedTap', (hit) => tell(pickedPoint(viewed, hit))),
    viewed.stage.on('tap', ({ hit }) => {
      if (viewed.activeTool() !== null) return;
      tell(pickedPoint(viewed, hit && { ...hit, layer: hit.modeltypeId, added: null }));
    }),
  ];
  return () => undo.forEach((step) => step());
}

function onProgress(stage: Stage, tell: (progress: ViewerEvents['progress']) => void): () => void {
  const telling = throttled(PROGRESS_EVERY_MS, () => {
    const { loaded, wanted, failed, settled } = stage.progress();
    tell({ loaded, wanted, failed, isSettled: settled });
  });
  const off = stage.on('progress', telling.request);
  return () => {
    off();
    telling.cancel();
  };
}

function onSettled(stage: Stage, tell: (value: null) => void): () => void {
  let isSettled = stage.progress().settled;
  return stage.on('progress', ({ settled }) => {
    if (settled && !isSettled) tell(null);
    isSettled = settled;
  });
}
