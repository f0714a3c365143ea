/** Cuts the finest surfaces of a published layer with the plane of a drawing. Tiles are read one after another; what is kept are the segments. */
import { writeFile } from 'node:fs/promises';
import { PlaneCut, type DrawnLine, stitchLines } from '@overlook/shared/drawings';
import { type Mat4, multiply, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { DrawingView, ExportBox } from '@overlook/shared/schemas';
import { ContentReader, type ContentModel } from '../publish/contents/content-models.ts';
import { SourceFolder } from '../storage/source-folder.ts';
import { clipSegments } from './clip-segments.ts';
import { type ContentMesh, contentMeshes } from './content-meshes.ts';
import { contentsInBoxes } from './contents-in-boxes.ts';
import { exportFrame } from './export-frame.ts';
import { objectFacts } from './object-facts.ts';

export interface MeshCut {
  readonly step: 'cut';
  /** Folder of the published version, and that of its index. */
  readonly versionFolder: string;
  readonly indexFolder: string;
  /** The window of the drawing; its middle lies in the plane. */
  readonly box: ExportBox;
  readonly view: DrawingView;
  readonly trianglesMost: number;
  /** The lines are written there. */
  readonly jsonPath: string;
}

export interface CutObject {
  readonly name: string;
  /** Its number in the layer; null where it has none. */
  readonly layerId: number | null;
  readonly lines: readonly DrawnLine[];
}

/** What was cut; a refusal names the exceeded limit. */
export type CutMeshes =
  | { readonly triangles: number; readonly layerIds: readonly number[]; readonly refused: null }
  | { readonly refused: 'triangles' };

/** Triangles that the plane cuts: more lines fit no drawing and no memory. */
const CUT_MOST = 2_000_000;

/** Cuts the tiles that reach into the window. Progress is in tiles. Where nothing is cut, `triangles` is 0. */
export async function cutMeshes(
  { versionFolder, indexFolder, box, view, trianglesMost, jsonPath }: MeshCut,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<CutMeshes> {
  const frame = exportFrame(box);
  const [halfX, halfY, halfZ] = frame.half;
  const half = view === 'plan' ? ([halfX, halfY] as const) : ([halfX, halfZ] as const);
  const drawing = new DrawingCutter(multiply(TO_DRAWING[view], frame.ecefToBox));
  const contents = await contentsInBoxes(indexFolder, [box]);
  const reader = new ContentReader(new SourceFolder(versionFolder));
  let seen = 0;
  for (const [done, content] of contents.entries()) {
    onProgress({ done, total: contents.length });
    for await (const part of reader.read(content)) {
      if (part.kind === 'points') continue;
      drawing.begin(part);
      for (const mesh of contentMeshes(part)) {
        drawing.add(mesh);
        seen += (mesh.corners.length / 3) * mesh.places.length;
      }
      if (seen > 10 * trianglesMost || drawing.cut.triangles > CUT_MOST) return { refused: 'triangles' };
    }
  }
  const objects: CutObject[] = [];
  for (const [number, segments] of drawing.cut.segments) {
    const lines = stitchLines(clipSegments(segments, half));
    if (lines.length > 0) objects.push({ ...drawing.objects[number]!, lines });
  }
  await writeFile(jsonPath, JSON.stringify(objects));
  const layerIds = objects.flatMap(({ layerId }) => layerId ?? []);
  return { triangles: objects.length > 0 ? drawing.cut.triangles : 0, layerIds, refused: null };
}

/** From the axes of the box (along, across, up) to those of the drawing: width, height, away from its plane. Column-major. */
const TO_DRAWING: Readonly<Record<DrawingView, Mat4>> = {
  plan: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  section: [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1],
};

class DrawingCutter {
  readonly cut = new PlaneCut();
  readonly objects: Omit<CutObject, 'lines'>[] = [];
  private readonly numbers = new Map<string, number>();
  private models = 0;
  private filePath = '';

  constructor(private readonly ecefToDrawing: Mat4) {}

  /** Numbers of features are unique within a model only. */
  begin({ filePath }: ContentModel): void {
    this.models++;
    this.filePath = filePath;
  }

  add({ positions, corners, places, name, node }: ContentMesh): void {
    for (const { toEcef, features } of places) {
      const toDrawing = multiply(this.ecefToDrawing, toEcef);
      const vertices: (Vec3 | undefined)[] = [];
      const vertex = (corner: number): Vec3 =>
        (vertices[corner] ??= transformPoint(toDrawing, [
          positions[3 * corner]!,
          positions[3 * corner + 1]!,
          positions[3 * corner + 2]!,
        ]));
      for (let at = 0; at + 2 < corners.length; at += 3) {
        const [a, b, c] = [vertex(corners[at]!), vertex(corners[at + 1]!), vertex(corners[at + 2]!)];
        if (isOnOneSide(a[2], b[2], c[2])) continue;
        const of = features && (typeof features.of === 'number' ? features.of : features.of[corners[at]!]!);
        const feature = of === null || of === features!.none ? null : of;
        const facts = feature === null ? null : objectFacts(features!.columns, feature);
        const key = facts?.layerId != null ? `id ${facts.layerId}` : `${this.models} ${feature ?? `node ${node}`}`;
        const called = facts?.name ?? (feature === null ? (name ?? this.filePath) : `Object ${feature}`);
        this.cut.add(this.numberOf(key, called, facts?.layerId ?? null), a, b, c);
      }
    }
  }

  private numberOf(key: string, name: string, layerId: number | null): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.objects.length);
    this.objects.push({ name, layerId });
    return this.objects.length - 1;
  }
}

/** Farther than the cut lies above its plane: the cut itself decides what is nearer. */
const NEAR_M = 0.001;
const isOnOneSide = (a: number, b: number, c: number): boolean =>
  Math.min(a, b, c) > NEAR_M || Math.max(a, b, c) < -NEAR_M;
