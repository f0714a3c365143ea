/** Apart, because its reader of EXIF is loaded for photos only. */
export { openTags, positionTags } from '@overlook/shared/photo-tags';
