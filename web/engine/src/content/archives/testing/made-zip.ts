import { crc32, deflateRawSync } from 'node:zlib';
import { zipMaker } from '@overlook/shared/archives/testing';

export type { MadeFile, MadeZip } from '@overlook/shared/archives/testing';

/** ZIP archives made byte by byte. */
export const madeZip = zipMaker({ utf8: (text) => Buffer.from(text), deflateRaw: deflateRawSync, crc32 });
