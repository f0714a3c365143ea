import { isProjectLayer, type ModelType } from '@overlook/shared/config';
import {
  isAllowed,
  type PermissionMap,
  SITE_VIEW_TOKENS,
  VISITOR_TOKENS,
  type VisitorControl,
  type VisitorToken,
} from '@overlook/shared/permissions';
import { SHARE_MESSAGES } from '@overlook/shared/messages';

export type LayerToken = (typeof SITE_VIEW_TOKENS)[number];

/** The parts of a visitor's page that an embed can omit: the measuring tools, or a control that needs no permission. */
export type VisitorTool = 'measure' | VisitorControl;

const TOOLS: readonly { value: VisitorTool; label: string }[] = [
  { value: 'measure', label: SHARE_MESSAGES['share.measure'] },
  { value: 'section', label: SHARE_MESSAGES['share.sectionBox'] },
  { value: 'layers', label: SHARE_MESSAGES['share.layerList'] },
];

const isLayer = (token: VisitorToken): token is LayerToken => SITE_VIEW_TOKENS.some((layer) => layer === token);

/** The permissions for the layers of a site. */
export const layerChoices = (layers: readonly ModelType[]): { value: LayerToken; label: string }[] =>
  layers.flatMap(({ token, label }) =>
    SITE_VIEW_TOKENS.flatMap((value) => (value === token ? [{ value, label }] : [])),
  );

/** All layers but designs, which are opened to people without an account only on purpose. */
export const layersAtFirst = (layers: readonly ModelType[]): LayerToken[] =>
  layerChoices(layers.filter(({ id }) => !isProjectLayer(id))).map(({ value }) => value);

/** The permissions besides layers that a person at a site can grant. */
export const heldTokens = (permissions: PermissionMap, siteId: number): VisitorToken[] =>
  VISITOR_TOKENS.filter((token) => !isLayer(token) && isAllowed(permissions, siteId, token));

const isMeasuring = (token: VisitorToken): boolean => token.startsWith('TOOLS:');

/** Tools that an embed can have, by the permissions of its maker. */
export const toolChoices = (held: readonly VisitorToken[]) =>
  TOOLS.filter(({ value }) => value !== 'measure' || held.some(isMeasuring));

/** Permissions and controls of an embed with these tools; the quality may be adjusted wherever its maker may. */
export function grantOf(layers: readonly LayerToken[], tools: readonly VisitorTool[], held: readonly VisitorToken[]) {
  const others = held.filter((token) => !isMeasuring(token) || tools.includes('measure'));
  return { permissions: [...layers, ...others], controls: tools.filter((tool) => tool !== 'measure') };
}
