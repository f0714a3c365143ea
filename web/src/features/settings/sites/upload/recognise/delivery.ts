import { UPLOAD_DIGEST_BYTES, UPLOAD_PARTS } from '@overlook/shared/config';
import type { Upload, UploadPart } from '@overlook/shared/schemas';
import { fileListText, type UploadFile } from '@overlook/shared/uploads';
import type { PartChoices, PlannedPart } from './assign-layers.ts';
import { assignLayers } from './assign-layers.ts';
import type { Selection } from './recognise.ts';

/** What is sent: the facts of `uploads.create`, and the bytes, which stay on the disk until they are read. */
export interface Delivery {
  readonly title: string;
  readonly fingerprint: string;
  readonly listBytes: number;
  readonly bytes: number;
  readonly parts: { part: UploadPart; files: number; bytes: number }[];
  /** The list of files and the files, without the digest. */
  readonly stream: Blob;
}

const TITLE_LONGEST = 100;
/** One character for each part in the fingerprint. */
const CODES_LONGEST = 100;
const LEFT_OUT = '-';

/** The files of the chosen parts, in the order of the parts. */
export function deliveryOf(selection: Selection, planned: readonly PlannedPart[]): Delivery {
  const chosen = planned.filter(({ isChosen }) => isChosen);
  const list: UploadFile[] = [];
  const pieces: Blob[] = [];
  for (const { part, layer } of chosen)
    for (const { path, file } of part.files) {
      list.push({ part: layer!, path, sizeBytes: file.size });
      pieces.push(file);
    }
  const head = new TextEncoder().encode(fileListText(list));
  pieces.unshift(new Blob([head]));
  const stream = new Blob(pieces);
  return {
    title: titleOf(selection.title),
    fingerprint: `${keyOf(selection)}${codesOf(planned)}`,
    listBytes: head.length,
    bytes: stream.size + UPLOAD_DIGEST_BYTES,
    parts: chosen.map(({ part, layer }) => ({ part: layer!, files: part.files.length, bytes: part.bytes })),
    stream,
  };
}

const titleOf = (title: string): string => {
  const line = title.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line.length > TITLE_LONGEST ? `${line.slice(0, TITLE_LONGEST - 1)}…` : line;
};

/** The selection in a fingerprint; what follows are the layers that its parts were given. */
const keyOf = ({ hash, files, bytes }: Selection): string => `${hash} ${files} ${bytes} `;

const codesOf = (planned: readonly PlannedPart[]): string =>
  planned.length > CODES_LONGEST
    ? ''
    : planned.map(({ isChosen, layer }) => (isChosen ? UPLOAD_PARTS.indexOf(layer!).toString(36) : LEFT_OUT)).join('');

/**
 * The delivery among these that the person has begun with this selection, and its bytes, made again with the choices of that time;
 * null where there is none.
 */
export function begunDelivery(
  selection: Selection,
  uploads: readonly Upload[],
): { upload: Upload; delivery: Delivery } | null {
  const key = keyOf(selection);
  for (const upload of uploads) {
    if (!upload.isOwn || upload.state !== 'receiving' || !upload.fingerprint.startsWith(key)) continue;
    const choices = choicesOf(selection, upload.fingerprint.slice(key.length));
    const delivery = deliveryOf(selection, assignLayers(selection.parts, choices));
    const isSame = delivery.bytes === upload.bytes && JSON.stringify(delivery.parts) === JSON.stringify(upload.parts);
    if (isSame) return { upload, delivery };
  }
  return null;
}

const choicesOf = ({ parts }: Selection, codes: string): PartChoices =>
  Object.fromEntries(
    parts.flatMap(({ id }, at) => {
      const code = codes[at];
      if (code === undefined) return [];
      const layer = UPLOAD_PARTS[Number.parseInt(code, 36)];
      return [[id, layer === undefined ? { isChosen: false } : { layer }]];
    }),
  );
