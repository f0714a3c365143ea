import { proxy, ref } from 'valtio';
import type { Stage, TileError, TileProgress } from '../../engine/index.ts';

export type ScreenStatus = 'starting' | 'running' | 'noWebgl' | 'failed';

interface ScreenState {
  /** The open stage; not looked into by the store. */
  stage: Stage | null;
  status: ScreenStatus;
  /** Model types that the shown site has for this user. */
  layerIds: number[];
  /** Why the viewer could not start. */
  failure: string | null;
  isContextLost: boolean;
  progress: TileProgress | null;
  /** Contents of the model that cannot be shown, by address; each named once. */
  unsupported: { url: string; message: string }[];
  /** Whom the model and the base map credit. */
  attributions: string[];
}

const DEFAULTS = (): ScreenState => ({
  stage: null,
  layerIds: [],
  status: 'starting',
  failure: null,
  isContextLost: false,
  progress: null,
  unsupported: [],
  attributions: [],
});

/** What screen 1 says about itself. */
export const screen = proxy<ScreenState>(DEFAULTS());

export function stageOpened(stage: Stage): void {
  Object.assign(screen, { stage: ref(stage), status: 'running', failure: null });
}

export function stageFailed(status: 'noWebgl' | 'failed', failure: string | null): void {
  Object.assign(screen, { ...DEFAULTS(), status, failure });
}

export function noteUnsupported({ url, message }: TileError): void {
  if (!screen.unsupported.some((known) => known.url === url)) screen.unsupported.push({ url, message });
}

export function forgetUnsupported(): void {
  screen.unsupported = [];
}

export function resetScreen(): void {
  Object.assign(screen, DEFAULTS());
}
