export { type PointGrid, RECORD, RECORD_BYTES } from '@overlook/shared/points';
