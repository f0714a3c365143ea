export { formatMessage, listed, type MessageValues } from './format-message.ts';
// By area as well: a page loads the sentences of its own areas.
export {
  ADMIN_MESSAGES,
  changedByText,
  editedMeanwhileText,
  grantRefusedText,
  lastHolderText,
  takeRefusedText,
} from './admin.ts';
export { APP_MESSAGES } from './app.ts';
export { auditActionText, retentionText, AUDIT_MESSAGES } from './audit.ts';
export { AUTH_MESSAGES } from './auth.ts';
export {
  INSTANCE_MESSAGES,
  cancelImportText,
  jobsFailedText,
  importText,
  mailsDelayedText,
  mailsFailedText,
  partUnknownText,
  ssoUnreachableText,
} from './instance.ts';
export { picturesTooLargeText, recipientNotAllowedText, PLACES_MESSAGES } from './places.ts';
export { hitPositionText, hitsText, onlyFirstText, restShownText, CAD_MESSAGES } from './cad.ts';
export { CAPTURES_MESSAGES } from './captures.ts';
export { CHECKS } from './checks.ts';
export { SITE_CAPTURES_MESSAGES } from './site-captures.ts';
export {
  behindCostText,
  behindTooMuchText,
  drawingFitText,
  estimateText,
  exportDoneText,
  exportFailedText,
  EXPORTS_MESSAGES,
  keptTooMuchText,
  layerNotHeldText,
  meshEstimateText,
  moreTrianglesText,
  overLimitText,
  pendingText,
  percentOf,
  systemInexactText,
  systemTooFarText,
  systemUnknownText,
  tooManyPointsText,
  tooManyTrianglesText,
} from './exports.ts';
export { securityChange, ORGANISATION_MESSAGES } from './organisation.ts';
export { SIGN_IN_REFUSALS } from './sign-in-refusals.ts';
export {
  HELP_KEYS,
  HELP_MOUSE,
  HELP_PHOTO_KEYS,
  HELP_TOUCH,
  type HelpGesture,
  type HelpKeys,
  HELP_MESSAGES,
} from './help.ts';
export { GRIDS_MESSAGES } from './grids.ts';
export { LEVELS_MESSAGES } from './levels.ts';
export { MEASUREMENTS_MESSAGES } from './measurements.ts';
export { LIGHT_MESSAGES, solarTimeText } from './light.ts';
export {
  LAYERS_MESSAGES,
  layerFailureText,
  layerMovedText,
  layersOffText,
  leftOutText,
  notOpenedText,
  outlinesOnlyText,
} from './layers.ts';
export {
  openingText,
  pictureDateText,
  qualityReasonText,
  STAGE_MESSAGES,
  tilesFailedText,
  settledAtLimitText,
  tilesLoadingText,
  unsupportedContentText,
} from './stage.ts';
export {
  attachmentsTooLargeText,
  areasText,
  areaText,
  bcfImportText,
  keptViewText,
  partsLeftOutText,
  AREA_RULES,
  MOCS_MESSAGES,
  mocsAtPinText,
  mocsFoundText,
  objectsText,
  peopleFoundText,
  pointsText,
  viewLeftOutText,
} from './mocs.ts';
export {
  colorModeText,
  elsewhereText,
  localCloudTexts,
  ownModelTexts,
  POINTS_MESSAGES,
  pointsOnViewText,
  returnText,
} from './points.ts';
export {
  drawingText,
  profileDatumText,
  profileEmptyText,
  profileFactsText,
  profileFailedText,
  profileLimitedText,
  profilePlaceName,
  profilePlaceText,
  profileReadingText,
  PROFILE_MESSAGES,
} from './profile.ts';
export { photosFoundText, photosSeeingText, PHOTOS_MESSAGES } from './photos.ts';
export { REQUESTS_MESSAGES } from './requests.ts';
export { lastsText, linkForText, revokeText, SHARE_MESSAGES } from './share.ts';
export { MANAGE_SITES_MESSAGES } from './manage-sites.ts';
export { sitesAtPinText, SITES_MESSAGES } from './sites.ts';
export { fittedKeptText, PLACING_MESSAGES } from './placing.ts';
export { capturesCountText, onlyLayersText, TIME_MESSAGES } from './time.ts';
export { SAVED_MESSAGES } from './saved.ts';
export { SHAPE_MESSAGES } from './shape.ts';
export { SNAP_MESSAGES } from './snap.ts';
export { forTouch, measuredOnTexts, pickedOnText, refinesText, TOOLS_MESSAGES } from './tools.ts';
export {
  EMBED_MESSAGES,
  formatPolicyText,
  noLayerText,
  noServerText,
  noProjectionText,
  noQualityText,
  otherSiteText,
  policyText,
  scrollHintText,
} from './embed.ts';
export { endTooLateText, originOutsideText, originRefusedText, VIEW_GRANTS_MESSAGES } from './view-grants.ts';
export { UPLOAD_PAGE_MESSAGES } from './upload-page.ts';
export { UPLOAD_SENDING_MESSAGES } from './upload-sending.ts';
export { UPLOADS_MESSAGES } from './uploads.ts';
export { VISIT_MESSAGES } from './visit.ts';
export { VOLUME_MESSAGES } from './volume.ts';
export { ACCOUNT_MESSAGES } from './account.ts';
export { DISCLAIMER_MESSAGES } from './disclaimer.ts';
export { FEEDBACK_MESSAGES } from './feedback.ts';
export { MINIMAP_MESSAGES } from './minimap.ts';
export { COMMON_MESSAGES } from './common.ts';
export { SETTINGS_MESSAGES } from './settings.ts';
export { UI_MESSAGES } from './ui.ts';
export { VIEWER_MESSAGES } from './viewer.ts';
export { AUTH_STEPS_MESSAGES } from './auth-steps.ts';
