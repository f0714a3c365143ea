import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Vec3 } from '@overlook/shared/maths';
import {
  type E57Content,
  type E57Image,
  E57Pages,
  type E57Pose,
  type E57Scan,
  readBlob,
  readE57Content,
  scannerPose,
} from '@overlook/shared/point-files';
import { PHOTO_IMPORT, SCAN_POSITIONS_MOST } from '@overlook/shared/config';
import type { StoreDescription } from '../../../pointclouds/store/store-index.ts';
import { writeFully } from '../../../pointclouds/whole-io.ts';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { diskTrouble } from '../../../errors/publish-fs.ts';
import type { FileStation } from '../build/scan-cloud.ts';
import type { BuildRules } from '../build-rules.ts';
import type { PointFileFound } from '../find-point-files.ts';
import { PointFile } from '../formats/point-file.ts';
import type { BesidePoints, CloudPicture, ScanPosition } from './beside-points.ts';
import { type CameraAxes, openPosePlaces, type PlacedPose } from './pose-places.ts';

interface Gathered {
  readonly positions: ScanPosition[];
  readonly pictures: CloudPicture[];
  readonly refused: { name: string; reason: string }[];
  readonly warnings: string[];
}

export interface BesideOptions {
  readonly rules: BuildRules;
  /** Of the built cloud. */
  readonly description: StoreDescription;
  /** Gets the pictures; it is made where it is missing. Null leaves them out. */
  readonly folder: string | null;
}

export interface BesideFiles {
  /** All of the cloud. */
  readonly files: readonly PointFileFound[];
  /** Those of them that are E57. */
  readonly e57: readonly PointFileFound[];
  /** What other files have said while their points were read. */
  readonly stations: readonly FileStation[];
}

/** Reads the scan positions and the pictures of files whose points are read. What cannot be read is left out and named. */
export async function readBeside(
  { files, e57, stations }: BesideFiles,
  { rules, description, folder }: BesideOptions,
): Promise<BesidePoints> {
  const gathered: Gathered = { positions: [], pictures: [], refused: [], warnings: [] };
  const placed = openPosePlaces(rules, description);
  if (folder !== null) await mkdir(folder, { recursive: true });
  addStations(files, stations, placed, gathered);
  for (const file of e57) {
    const opened = await PointFile.open(file.path, file.name);
    try {
      await new BesideFile(opened, { placed, rules, folder, gathered }).read();
    } finally {
      await opened.close();
    }
  }
  const { positions, warnings } = gathered;
  if (positions.length > SCAN_POSITIONS_MOST)
    warnings.push(`The files have ${positions.length} scan positions; the first ${SCAN_POSITIONS_MOST} are kept.`);
  return { ...gathered, positions: positions.slice(0, SCAN_POSITIONS_MOST) };
}

/** By the file and, where that has several, the number of the scan in it. */
const scanName = (file: string, index: number, count: number): string => {
  const stem = file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return count === 1 ? stem : `${stem}, scan ${index + 1}`;
};

/** Stations have a place, and no names. */
function addStations(
  files: readonly PointFileFound[],
  stations: readonly FileStation[],
  placed: (pose: E57Pose) => PlacedPose | string,
  { positions, warnings }: Gathered,
): void {
  for (const { name } of files) {
    const own = stations.filter(({ file }) => file === name);
    for (const [index, { translation, points }] of own.entries()) {
      if (points === 0) continue;
      const at = placed({ ...NO_POSE, translation });
      if (typeof at === 'string') warnings.push(`${name}, scan ${index + 1}: ${at} Its position is left out.`);
      else
        positions.push({ name: scanName(name, index, own.length), guid: '', place: at.place, takenAt: null, points });
    }
  }
}

const NO_POSE: E57Pose = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, 0] };

const PINHOLE: CameraAxes = { direction: [0, 0, -1] as Vec3, up: [0, 1, 0] as Vec3 };
const AROUND: CameraAxes = { direction: [1, 0, 0] as Vec3, up: [0, 0, 1] as Vec3 };

/** One E57 file. */
class BesideFile {
  readonly #pages: E57Pages;

  constructor(
    private readonly file: PointFile,
    private readonly to: {
      readonly placed: (pose: E57Pose) => PlacedPose | string;
      readonly rules: BuildRules;
      readonly folder: string | null;
      readonly gathered: Gathered;
    },
  ) {
    this.#pages = new E57Pages(file);
  }

  async read(): Promise<void> {
    const content = await readE57Content(this.file, this.#pages, await this.#pages.readHeader());
    const { gathered, folder } = this.to;
    for (const [index, scan] of content.scans.entries()) this.#addPosition(scan, index, content.scans.length);
    if (folder === null) return;
    const prefix = `${this.file.name}, `;
    for (const { name, reason } of content.images.refused) gathered.refused.push({ name: prefix + name, reason });
    for (const image of content.images.images) {
      const reason = await this.#addPicture(image, content, folder);
      if (reason !== null) gathered.refused.push({ name: prefix + image.name, reason });
    }
  }

  #addPosition(scan: E57Scan, index: number, count: number): void {
    const pose = scannerPose(scan);
    if (!pose) return;
    const placed = this.to.placed(pose);
    if (typeof placed === 'string') {
      // A scan without a pose of its own has none in another system either.
      if (scan.pose)
        this.to.gathered.warnings.push(`${this.file.name}, ${scan.name}: ${placed} Its position is left out.`);
      return;
    }
    const { guid, title, acquiredAt, records } = scan;
    const name = title === '' ? scanName(this.file.name, index, count) : title;
    this.to.gathered.positions.push({ name, guid, place: placed.place, takenAt: acquiredAt, points: records });
  }

  /** Returns the reason for a picture that is left out; null for one that is taken. */
  async #addPicture(image: E57Image, content: E57Content, folder: string): Promise<string | null> {
    const scan = scanOf(image, content);
    const pose = image.pose ?? (scan && scannerPose(scan));
    // Without one the axes of a camera are those of the file; a picture for reference alone says no place then.
    if (!pose && image.projection.kind === 'visual') return 'It states no place, and neither does its scan.';
    const placed = this.to.placed(pose ?? NO_POSE);
    if (typeof placed === 'string') return placed;
    const { blob, projection, title, description, camera, takenAt, stated } = image;
    if (blob.bytes > PHOTO_IMPORT.largestBytes)
      return `It has ${blob.bytes} bytes; at most ${PHOTO_IMPORT.largestBytes} are taken.`;
    const target = path.join(folder, `${this.to.gathered.pictures.length}.${blob.ending}`);
    const failure = await this.#copy(image, target);
    if (failure !== null) return failure;
    const { frame } = this.to.rules;
    this.to.gathered.pictures.push({
      path: target,
      name: `${this.file.name}, ${image.name}`,
      title,
      source: this.file.name,
      scan: scan?.title ?? '',
      description,
      camera,
      takenAt,
      place: placed.place,
      heights: frame.kind === 'local' ? 'local' : frame.heights,
      angles: projection.kind === 'visual' ? null : placed.angles(projection.kind === 'pinhole' ? PINHOLE : AROUND),
      projection,
      stated,
    });
    return null;
  }

  async #copy({ blob, name }: E57Image, target: string): Promise<string | null> {
    const fd = openSync(target, 'w');
    try {
      await readBlob({ file: this.file, pages: this.#pages }, blob, name, (part) => writeFully(fd, part, null));
      return null;
    } catch (error) {
      if (diskTrouble(error)) throw error;
      return refusalText(error, name);
    } finally {
      closeSync(fd);
    }
  }
}

/** The scan that a picture names, or the only one. */
function scanOf({ scanGuid }: E57Image, { scans }: E57Content): E57Scan | null {
  const named = scanGuid === '' ? undefined : scans.find(({ guid }) => guid === scanGuid);
  return named ?? (scans.length === 1 ? scans[0]! : null);
}

/** A refusal of the reader names the place in the file, unless that is the picture. */
function refusalText(error: unknown, name: string): string {
  if (!(error instanceof ImportRefusedError)) return error instanceof Error ? error.message : String(error);
  return error.place === name ? error.reason : `${error.place}: ${error.reason}`;
}
