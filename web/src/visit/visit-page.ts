/**
 * The page of a public link and of a frame: the embedded viewer over all of it, and over that a card while there is no
 * view: while it opens, needs its password, was revoked or has ended. It is a page of the element like any other, and
 * loads it by its address.
 */
import { EMBED_MESSAGES, STAGE_MESSAGES, VIEW_GRANTS_MESSAGES, VISIT_MESSAGES } from '@overlook/shared/messages';
import type { OverlookViewerApi, ViewerFailure } from '@overlook/embed/viewer-api';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import { passwordForm } from './password-form.ts';
import { openingCard, visitCard } from './visit-card.ts';

const HINTS: Readonly<Record<string, string | undefined>> = {
  ended: VISIT_MESSAGES['visit.endedHint'],
  noWebGl: STAGE_MESSAGES['stage.webgl'],
};

/** Reasons after which the same may open later. */
const PASSING: readonly string[] = ['unreachable', 'failed', 'tooManyTries'];

/** Of the page while there is no site to name. */
const TITLE = document.title;

/** The messages to the host page of a frame; a public link has none. */
export interface VisitListener {
  onReady(api: OverlookViewerApi, origins: readonly string[]): void;
  onFailure(failure: ViewerFailure): void;
}

export class VisitPage {
  private readonly cover = document.createElement('div');
  private viewer: OverlookViewerElement | null = null;
  private form: ReturnType<typeof passwordForm> | null = null;
  private isReady = false;

  constructor(
    private readonly place: HTMLElement,
    private readonly secret: string,
    private readonly listener: VisitListener | null,
  ) {
    this.cover.className = 'cover';
  }

  /** Until the viewer has been loaded. */
  wait(): void {
    this.show(openingCard());
    this.place.replaceChildren(this.cover);
  }

  /** The viewer could not be loaded. A browser keeps that in mind until the page is loaded again. */
  lost(): void {
    const onRetry = () => location.reload();
    this.show(visitCard({ title: EMBED_MESSAGES['embed.unreachable'], onRetry }));
  }

  /** Begins, or begins again. */
  open(): void {
    this.viewer?.remove();
    const viewer = document.createElement('overlook-viewer') as OverlookViewerElement;
    viewer.setAttribute('token', this.secret);
    viewer.gestures = new URLSearchParams(location.search).get('gestures');
    const on = <T>(event: string, handler: (detail: T) => void) =>
      viewer.addEventListener(event, (dispatched) => handler((dispatched as CustomEvent<T>).detail));
    on<OverlookViewerApi>('overlook-ready', (api) => this.start(api));
    on<ViewerFailure>('overlook-error', (failure) => this.fail(failure));
    this.viewer = viewer;
    this.isReady = false;
    this.show(openingCard());
    this.place.replaceChildren(viewer, this.cover);
  }

  private start(api: OverlookViewerApi): void {
    this.isReady = true;
    this.form = null;
    this.cover.hidden = true;
    if (this.viewer) this.viewer.inert = false;
    document.title = api.site().name;
    this.listener?.onReady(api, this.viewer?.origins ?? []);
  }

  private fail(failure: ViewerFailure): void {
    const { reason, message } = failure;
    // A server that cannot be reached for a moment has not revoked the view: the view remains, and the viewer continues
    // by itself.
    if (this.isReady && !isEnd(reason)) return;
    this.isReady = false;
    document.title = TITLE;
    this.listener?.onFailure(failure);
    const isPassing = PASSING.includes(reason);
    if (reason === 'passwordWanted') return this.askPassword();
    if (this.form && (reason === 'passwordWrong' || isPassing)) return this.form.refuse(message);
    this.form = null;
    this.viewer?.remove();
    const title = reason === 'noWebGl' ? STAGE_MESSAGES['stage.webglTitle'] : message;
    const hint = HINTS[reason];
    this.show(visitCard({ title, ...(hint && { hint }), onRetry: isPassing ? () => this.open() : null }));
  }

  private askPassword(): void {
    this.form = passwordForm((password) => this.viewer?.openWith(password));
    this.show(this.form.element);
    this.form.element.querySelector('input')?.focus();
  }

  private show(element: HTMLElement): void {
    // The viewer under the card shows the same, for pages that show no card.
    if (this.viewer) this.viewer.inert = true;
    this.cover.hidden = false;
    this.cover.replaceChildren(element);
  }
}

/** Whether an open view ends; the other reasons concern a single call or attribute. */
const isEnd = (reason: string): boolean =>
  ['withdrawn', 'ended', 'unknown', 'passwordWanted', 'foreignOrigin'].includes(reason);

/** The page of an address that names no grant. */
export const unknownVisit = (): HTMLElement => visitCard({ title: VIEW_GRANTS_MESSAGES['grant.unknown'] });
