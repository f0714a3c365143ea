/**
 * The session of an element for one token. It opens the visit and loads the engine in parallel, then creates the stage. It ends
 * when the token changes or the element is removed.
 */
import { EMBED_MESSAGES, otherSiteText, policyText } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Visit } from '@overlook/shared/schemas';
import type { Stage } from '@overlook/engine';
import type { PageLayersOptions } from '../../layers/page-layers.ts';
import { offersWebGl2 } from '../../controls/offers-webgl2.ts';
import { AddedLayers } from '../api/added-layers.ts';
import { createViewerApi } from '../api/create-viewer-api.ts';
import { layerToBegin, modelTypeIdOf } from '../api/layer-name.ts';
import type { ViewerTools } from '../api/viewed-stage.ts';
import type { OverlookViewerApi, QualityName } from '../api/viewer-api.ts';
import { GrantVisit, type OpenVisit } from '../connection/grant-visit.ts';
import { readSiteCaptures } from '../connection/visited-site.ts';
import { canReadFiles, VisitFailure } from '../connection/visit-failure.ts';
import { ElementStage } from './element-stage.ts';
import type { LinkedView } from './linked-view.ts';

const loadEngine = () => import('@overlook/engine/viewer');

/** A single worker may crash on malformed data. If this many workers fail without a loaded tile, no worker could start. */
const WORKERS_LOST_MOST = 3;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export interface SessionOptions {
  /** Origin of the server. */
  readonly server: string;
  readonly token: string;
  /** Slug of the site that the page expects; null for the site of the token. */
  readonly siteSlug: string | null;
  /** The stage adds its canvas to this element. */
  readonly container: HTMLElement;
  /** Address of the view with which the element begins, or its query; null for the home view. */
  readonly view: string | null;
  /** Name of the layer with which it begins; null for the first available one. */
  layer(): string | null;
  quality(): QualityName | null;
  onReady(session: ReadySession): void;
  onFailure(failure: VisitFailure): void;
  /** The server can be reached again after `onFailure` of a failure that may pass. */
  onRestored(): void;
  /** A file that was dropped on the view is not shown. */
  onRefused(reason: string): void;
}

export interface ReadySession {
  readonly api: OverlookViewerApi;
  readonly viewed: ElementStage;
  readonly visit: Visit;
  /** Flies to the view of the visit, or to the home view of the site. */
  readonly flyHome: () => void;
}

export class ElementSession {
  private readonly visit: GrantVisit;
  private readonly undo: (() => void)[] = [];
  private viewed: ElementStage | null = null;
  private isStarting = false;
  private lostWorkers = 0;
  private isClosed = false;

  constructor(private readonly options: SessionOptions) {
    this.visit = GrantVisit.acquire(options.server, options.token);
    this.undo.push(
      this.visit.events.on('failed', (failure) => this.fail(failure)),
      this.visit.events.on('restored', () => this.restore()),
    );
  }

  /** Shows the view or reports a failure. */
  async start(password: string | null = null): Promise<void> {
    if (this.isStarting || this.viewed) return;
    this.isStarting = true;
    const failure = await this.show(password).then(
      () => null,
      (error: unknown) => failureFrom(error),
    );
    this.isStarting = false;
    // The listener may start again at once, with a password.
    if (failure && !this.isClosed) this.fail(failure);
  }

  destroy(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const step of this.undo) step();
    this.closeStage();
    this.visit.release();
  }

  private async show(password: string | null): Promise<void> {
    const opening = password === null ? this.visit.open() : this.visit.openWith(password);
    const { siteSlug, container, server, view } = this.options;
    const captures = async () => readSiteCaptures(server, (await this.visit.open()).visit);
    // Loaded beside the engine.
    const linking = opening.then(async ({ visit }) => {
      const named = visit.view ?? view;
      return named === null ? null : (await import('./linked-view.ts')).LinkedView.read(named, captures);
    });
    const [opened, engine, linked] = await Promise.all([opening, loadEngine(), linking]);
    const { siteSlug: present, formerSiteSlugs = [] } = opened.visit;
    if (siteSlug !== null && siteSlug !== present && !formerSiteSlugs.includes(siteSlug))
      throw new VisitFailure('otherSite', otherSiteText(siteSlug));
    if (this.isClosed) return;
    const stage = await engine
      .createStage({
        container,
        basemapStyleUrl: null,
        fetchQuery: this.visit.query,
        reducedMotion: () => matchMedia(REDUCED_MOTION).matches,
      })
      .catch((error: unknown) => {
        throw offersWebGl2() ? error : new VisitFailure('noWebGl', EMBED_MESSAGES['embed.noWebGl']);
      });
    if (this.isClosed) return stage.destroy();
    const onRefused = (message: string) => {
      this.viewed?.fail({ reason: 'file', message });
      this.options.onRefused(message);
    };
    const added = new AddedLayers(() => loadPageLayers(stage, opened, engine, { container, onRefused }));
    const viewed = new ElementStage(stage, toolsOf(opened.visit, engine), siteInfo(opened), added, captures);
    this.showSite(viewed, opened, linked);
  }

  private showSite(viewed: ElementStage, { visit, stageSite }: OpenVisit, linked: LinkedView | null): void {
    this.viewed = viewed;
    const { stage } = viewed;
    stage.on('tileError', ({ unsupported, isWorkerLost }) => {
      if (isWorkerLost) void this.workerLost(stage);
      else if (!unsupported) this.visit.suspect();
    });
    const quality = this.options.quality();
    stage.update({ isRefinedAtRest: true, ...(quality && { quality }) });
    stage.setSite(stageSite);
    const layer = this.options.layer();
    const wanted = linked?.layerId ?? (layer === null ? null : modelTypeIdOf(layer));
    // The server lists the models that the visit may show.
    const layerId = layerToBegin(viewed.layerIds(), wanted);
    linked?.show(viewed);
    if (layerId !== null) viewed.showLayer(layerId);
    const start = visit.view === null ? null : stage.pose();
    const flyHome = () => (start ? stage.setPose(start, { animate: true }) : stage.flyHome({ animate: true }));
    this.options.onReady({ api: createViewerApi(viewed), viewed, visit, flyHome });
  }

  /** If no worker ever reads a tile although the server delivers the worker files, the CSP of the page blocks workers. */
  private async workerLost(stage: Stage): Promise<void> {
    const { server } = this.options;
    if (++this.lostWorkers !== WORKERS_LOST_MOST || stage.progress().loaded > 0 || server === location.origin) return;
    if (!(await canReadFiles(server)) || this.isClosed) return;
    this.fail(new VisitFailure('policy', policyText(server)));
  }

  private fail(failure: VisitFailure): void {
    // The view stays visible while the server is temporarily unreachable.
    if (!failure.mayPass) this.closeStage();
    if (this.viewed) this.viewed.fail({ reason: failure.reason, message: failure.message });
    this.options.onFailure(failure);
  }

  private restore(): void {
    this.viewed?.stage.retryFailed();
    this.options.onRestored();
  }

  private closeStage(): void {
    this.viewed?.destroy();
    this.viewed = null;
  }
}

const failureFrom = (error: unknown): VisitFailure =>
  error instanceof VisitFailure
    ? error
    : new VisitFailure('failed', error instanceof Error ? error.message : String(error));

type Engine = Awaited<ReturnType<typeof loadEngine>>;

function toolsOf({ permissions }: Visit, engine: Engine): Partial<ViewerTools> {
  return {
    ...(permissions.includes('TOOLS:MEASURE') && { measure: new engine.MeasureTool() }),
    ...(permissions.includes('TOOLS:ANGLE') && { angle: new engine.AngleTool() }),
    ...(permissions.includes('TOOLS:TARGET') && { target: new engine.TargetTool() }),
  };
}

type PageOptions = Pick<PageLayersOptions, 'container' | 'onRefused'>;

async function loadPageLayers(stage: Stage, opened: OpenVisit, engine: Engine, options: PageOptions) {
  const { PageLayers } = await import('../../layers/page-layers.ts');
  const { site, stageSite, visit } = opened;
  const { id, slug, name } = site;
  const holds = (token: PermissionToken) => visit.permissions.some((held) => held === token);
  const place = { site: { id, slug, name }, frame: engine.siteFrame(stageSite.origin) };
  return (onChange: () => void) => new PageLayers(stage, { ...options, onChange, place, holds });
}

const siteInfo = ({ site, stageSite }: OpenVisit) => ({
  slug: site.slug,
  name: site.name,
  origin: stageSite.origin,
});
