import { PROFILE_MESSAGES } from '@overlook/shared/messages';
import { proxy, ref } from 'valtio';
import { PROFILE, type ProfileColor } from '@overlook/shared/config';
import type { ProfileLine, ProfileTool } from '@overlook/engine';
import type { ShownProfile } from '@overlook/embed/links/view-link';
import { preferences } from './preferences.ts';
import { carryOverride, dropOverride } from './tools.ts';

interface ProfileState {
  /** Picks the line and has its marks; null while there is no profile. Not looked into by the store. */
  tool: ProfileTool | null;
  /** The site that it is of; null where there is no profile. */
  siteId: number | null;
  /** Null until both ends were picked. */
  line: ProfileLine | null;
  thicknessMetres: number;
  color: ProfileColor;
  /** How many times larger than lengths heights are drawn. */
  exaggeration: number;
  /** Clicks in the section measure. */
  isMeasuring: boolean;
}

const DEFAULTS = (): ProfileState => ({
  tool: null,
  siteId: null,
  line: null,
  thicknessMetres: PROFILE.thicknessDefaultM,
  color: 'scanned',
  exaggeration: PROFILE.exaggerations[0],
  isMeasuring: false,
});

const state = proxy<ProfileState>(DEFAULTS());

/** The cross-section through the point cloud that is picked or shown. */
export const profile: Readonly<ProfileState> = state;

/** Begins to pick the line: the next two clicks on the model set it. The last display settings are kept. */
export function beginProfile(tool: ProfileTool): void {
  closeProfile();
  state.tool = ref(tool);
  state.siteId = preferences.selectedSiteId;
  follow();
  carryOverride(tool, PROFILE_MESSAGES['profile.first']);
}

/** Shows a section from a link or a Place. */
export function showProfile(tool: ProfileTool, { line, ...look }: ShownProfile): void {
  beginProfile(tool);
  Object.assign(state, look);
  setProfileLine(line);
}

/** The shown section, without editing state; null while its line is not picked. */
export function shownProfile(): ShownProfile | null {
  const { line, thicknessMetres, color, exaggeration } = state;
  return line && { line, thicknessMetres, color, exaggeration };
}

/** The first end was picked, or removed. */
export function noteProfileEnd(isPicked: boolean): void {
  if (state.tool)
    carryOverride(state.tool, isPicked ? PROFILE_MESSAGES['profile.second'] : PROFILE_MESSAGES['profile.first']);
}

export function setProfileLine(line: ProfileLine): void {
  state.line = ref(line);
  follow();
  if (state.tool) dropOverride(state.tool);
}

export function setProfileThickness(thicknessMetres: number): void {
  state.thicknessMetres = thicknessMetres;
  follow();
}

export function setProfileColor(color: ProfileColor): void {
  state.color = color;
}

export function setProfileExaggeration(exaggeration: number): void {
  state.exaggeration = exaggeration;
}

export function setProfileMeasuring(isMeasuring: boolean): void {
  state.isMeasuring = isMeasuring;
}

export function closeProfile(): void {
  if (state.tool) dropOverride(state.tool);
  Object.assign(state, { tool: null, siteId: null, line: null, isMeasuring: false });
}

function follow(): void {
  state.tool?.show({ line: state.line, thicknessMetres: state.thicknessMetres });
}
