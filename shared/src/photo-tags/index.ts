export { LONGEST_TEXT, openTags } from './open-tags.ts';
export { type PositionTags, positionTags } from './position-tags.ts';
export type { TagReader } from './tag-reader.ts';
