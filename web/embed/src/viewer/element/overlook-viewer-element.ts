import { QUALITY_LEVELS } from '@overlook/shared/config';
import { EMBED_MESSAGES, noLayerText } from '@overlook/shared/messages';
import type { LayerName, OverlookViewer, OverlookViewerApi, QualityName, ViewerEvents } from '../api/viewer-api.ts';
import type { VisitFailure } from '../connection/visit-failure.ts';
import { serverOrigin } from '../server-origin.ts';
import { ElementSession, type ReadySession } from './element-session.ts';
import { ElementMessage } from './message.ts';
import { shadowStyle } from './shadow-style.ts';

const ATTRIBUTES = ['server', 'token', 'site', 'layer', 'view', 'quality', 'controls', 'gestures', 'theme'] as const;

const EVENTS = [
  'camera',
  'rest',
  'layer',
  'moment',
  'click',
  'select',
  'section',
  'measure',
  'tool',
  'added',
  'progress',
  'settled',
] as const satisfies readonly (keyof ViewerEvents)[];

/** A server that prepares pages has no elements; there the module can be imported, but defines none. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object;

/**
 * `<overlook-viewer token="…">`: shows a site of its `server`, by default of this module's, on any page (docs/embedding/element.md). It loads nothing
 * until it is connected to a document, and releases everything when it is removed. A move within one task keeps the session.
 */
export class OverlookViewerElement extends Base implements OverlookViewer {
  static readonly observedAttributes = ATTRIBUTES;

  private readonly stageHost = document.createElement('div');
  private readonly message = new ElementMessage(() => void this.session?.start());
  private session: ElementSession | null = null;
  private ready: ReadySession | null = null;
  private unmountControls: (() => void) | null = null;
  private endGestures: (() => void) | null = null;
  private isChanging = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [shadowStyle()];
    this.stageHost.className = 'stage';
    this.stageHost.part.add('stage');
    this.stageHost.tabIndex = 0;
    this.stageHost.setAttribute('role', 'application');
    this.stageHost.setAttribute('aria-label', EMBED_MESSAGES['embed.stage']);
    root.append(this.stageHost, this.message.element);
  }

  /** The programming interface; null until `overlook-ready`. */
  get api(): OverlookViewerApi | null {
    return this.ready?.api ?? null;
  }

  /** Origins of the pages that may show the view; empty until `overlook-ready`, and for a public link. */
  get origins(): readonly string[] {
    return this.ready?.visit.origins ?? [];
  }

  get server(): string | null {
    return this.getAttribute('server');
  }
  set server(value: string | null) {
    this.reflect('server', value);
  }

  get token(): string | null {
    return this.getAttribute('token');
  }
  set token(value: string | null) {
    this.reflect('token', value);
  }

  get site(): string | null {
    return this.getAttribute('site');
  }
  set site(value: string | null) {
    this.reflect('site', value);
  }

  get layer(): LayerName | null {
    return this.api?.layers.shown() ?? (this.getAttribute('layer') as LayerName | null);
  }
  set layer(value: LayerName | null) {
    this.reflect('layer', value);
  }

  get view(): string | null {
    return this.getAttribute('view');
  }
  set view(value: string | null) {
    this.reflect('view', value);
  }

  get quality(): QualityName | null {
    return this.api?.quality.get() ?? this.wantedQuality();
  }
  set quality(value: QualityName | null) {
    this.reflect('quality', value);
  }

  get controls(): string | null {
    return this.getAttribute('controls');
  }
  set controls(value: string | null) {
    this.reflect('controls', value);
  }

  get gestures(): string | null {
    return this.getAttribute('gestures');
  }
  set gestures(value: string | null) {
    this.reflect('gestures', value);
  }

  /** The styles read the attribute. */
  get theme(): string | null {
    return this.getAttribute('theme');
  }
  set theme(value: string | null) {
    this.reflect('theme', value);
  }

  /** Opens a view that has a password; `overlook-ready` or `overlook-error` follows. */
  openWith(password: string): void {
    void this.session?.start(password);
  }

  connectedCallback(): void {
    this.takeEarlyProperties();
    this.changeSoon();
  }

  disconnectedCallback(): void {
    this.changeSoon();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'server' || name === 'token' || name === 'site' || name === 'view') {
      this.close();
      this.changeSoon();
    } else if (name === 'controls') void this.showControls();
    else if (name === 'gestures') void this.followGestures();
    else if (this.ready && after !== null) this.apply(name, after);
  }

  /** Properties that the page has set before the element was defined hide the accessors. */
  private takeEarlyProperties(): void {
    for (const name of ATTRIBUTES) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      Reflect.deleteProperty(this, name);
      this.reflect(name, value);
    }
  }

  /** Runs after this task, because a move disconnects and reconnects the element. */
  private changeSoon(): void {
    if (this.isChanging) return;
    this.isChanging = true;
    queueMicrotask(() => {
      this.isChanging = false;
      if (!this.isConnected) this.close();
      else if (!this.session) this.open();
    });
  }

  private open(): void {
    const { token } = this;
    if (!token) return this.message.show(EMBED_MESSAGES['embed.noToken']);
    const server = this.serverOf();
    if (server === null) return;
    this.message.show(EMBED_MESSAGES['embed.loading']);
    this.session = new ElementSession({
      server,
      token,
      siteSlug: this.site,
      container: this.stageHost,
      view: this.view,
      layer: () => this.getAttribute('layer'),
      quality: () => this.wantedQuality(),
      onReady: (ready) => this.begin(ready),
      onFailure: (failure) => this.fail(failure),
      onRestored: () => this.message.hide(),
      onRefused: (message) => this.tell('error', { reason: 'file', message }),
    });
    void this.session.start();
  }

  /** Origin of the server; null after its attribute was reported as wrong. */
  private serverOf(): string | null {
    try {
      return serverOrigin(this.server);
    } catch (error) {
      const { message } = error as RangeError;
      this.message.show(message);
      this.tell('error', { reason: 'attribute', message });
      return null;
    }
  }

  private close(): void {
    this.session?.destroy();
    this.session = null;
    this.end();
  }

  private begin(ready: ReadySession): void {
    this.ready = ready;
    this.message.hide();
    for (const event of EVENTS) ready.api.on(event, (detail) => this.tell(event, detail));
    ready.api.on('layer', (layer) => this.reflect('layer', layer));
    this.tell('ready', ready.api);
    this.checkFirstValues(ready.api);
    void this.showControls();
    void this.followGestures();
  }

  private end(): void {
    this.ready = null;
    this.unmountControls?.();
    this.unmountControls = null;
    this.endGestures?.();
    this.endGestures = null;
  }

  private fail(failure: VisitFailure): void {
    if (!failure.mayPass) this.end();
    if (this.ready) this.message.showOver(EMBED_MESSAGES['embed.away']);
    else this.message.show(failure.message, { canRetry: failure.mayPass });
    this.tell('error', { reason: failure.reason, message: failure.message });
  }

  private async showControls(): Promise<void> {
    this.unmountControls?.();
    this.unmountControls = null;
    const { ready } = this;
    if (!ready) return;
    const { mountControls } = await import('../controls/mount-controls.ts');
    if (this.ready !== ready || this.unmountControls) return;
    this.unmountControls = mountControls(this.shadowRoot!, { ...ready, element: this }, this.controls);
  }

  private async followGestures(): Promise<void> {
    this.endGestures?.();
    this.endGestures = null;
    const { ready } = this;
    if (!ready || this.gestures !== 'cooperative') return;
    const { leaveScrollToPage } = await import('./cooperative-gestures.ts');
    if (this.ready !== ready || this.endGestures || this.gestures !== 'cooperative') return;
    this.endGestures = leaveScrollToPage(this.shadowRoot!, this.stageHost);
  }

  /** Attributes that were set before the view was open. A layer is not shown here: that of `view` comes before it. */
  private checkFirstValues({ layers }: OverlookViewerApi): void {
    const [layer, quality] = [this.getAttribute('layer'), this.getAttribute('quality')];
    if (layer !== null && !layers.all().some(({ name }) => name === layer))
      this.tell('error', { reason: 'attribute', message: noLayerText(layer) });
    if (quality !== null) this.apply('quality', quality);
  }

  private apply(name: string, value: string): void {
    const { api } = this.ready!;
    try {
      if (name === 'layer' && value !== api.layers.shown()) api.layers.show(value as LayerName);
      if (name === 'quality') api.quality.set(value as QualityName);
    } catch (error) {
      this.tell('error', { reason: 'attribute', message: (error as Error).message });
    }
  }

  private wantedQuality(): QualityName | null {
    const value = this.getAttribute('quality');
    return QUALITY_LEVELS.find(({ key }) => key === value)?.key ?? null;
  }

  /** React sets properties to undefined that a later rendering leaves out. An attribute that is set again to its value changes nothing. */
  private reflect(name: string, value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  private tell(event: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`overlook-${event}`, { detail, bubbles: true, composed: true }));
  }
}
