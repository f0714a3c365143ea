/** Apart, because its reader of XML is loaded for E57 files only. */
export { e57Summary } from '@overlook/shared/point-files';
