export * from './angle.ts';
export * from './area.ts';
export * from './coordinate.ts';
export * from './csv.ts';
export * from './distance.ts';
export * from './email.ts';
export * from './file-size.ts';
export { type Units, numberText, signedText, withUnit } from './number.ts';
export * from './volume.ts';
