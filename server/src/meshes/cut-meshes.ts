/**
 * Cuts the finest surfaces of a published layer with the plane of a drawing, and draws what lies behind it. Tiles are read one after another; what is
 * kept are the segments, and the triangles and edges behind the plane.
 */
import { writeFile } from 'node:fs/promises';
import {
  BehindPlane,
  CUT_ABOVE_M,
  type DrawnObject,
  meshEdges,
  type PenName,
  type Place,
  PlaneCut,
  stitchLines,
} from '@overlook/shared/drawings';
import { type Mat4, multiply, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { DrawingView, ExportBox } from '@overlook/shared/schemas';
import { ContentReader } from '../publish/contents/content-models.ts';
import { SourceFolder } from '../storage/source-folder.ts';
import { clipSegments } from './clip-segments.ts';
import { type ContentMesh, contentMeshes } from './content-meshes.ts';
import { contentsInBoxes } from './contents-in-boxes.ts';
import { type DrawnFacts, DrawnObjects } from './drawn-objects.ts';
import { exportFrame } from './export-frame.ts';

export interface MeshCut {
  readonly step: 'cut';
  /** Folder of the published version, and that of its index. */
  readonly versionFolder: string;
  readonly indexFolder: string;
  /** The window of the drawing; its middle lies in the plane. */
  readonly box: ExportBox;
  readonly view: DrawingView;
  /** Whether the outlines of what the box has behind the plane are drawn. */
  readonly behind: boolean;
  readonly trianglesMost: number;
  /** The lines are written there. */
  readonly jsonPath: string;
}

export type CutObject = DrawnFacts & Pick<DrawnObject, 'pen' | 'lines'>;

/** What was cut; a refusal names the exceeded limit. */
export type CutMeshes =
  | { readonly triangles: number; readonly layerIds: readonly number[]; readonly refused: null }
  | { readonly refused: 'triangles' | 'behind' };

/** Triangles that the plane cuts: more lines fit no drawing and no memory. */
const CUT_MOST = 2_000_000;

/** Cuts the tiles that reach into the window. Progress is in tiles. Where nothing is drawn, `triangles` is 0. */
export async function cutMeshes(
  { versionFolder, indexFolder, trianglesMost, jsonPath, ...window }: MeshCut,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<CutMeshes> {
  const drawing = new DrawingCutter(window);
  const contents = await contentsInBoxes(indexFolder, [window.box]);
  const reader = new ContentReader(new SourceFolder(versionFolder));
  let seen = 0;
  for (const [done, content] of contents.entries()) {
    onProgress({ done, total: contents.length });
    for await (const part of reader.read(content)) {
      if (part.kind === 'points') continue;
      drawing.objects.begin(part);
      for (const mesh of contentMeshes(part)) {
        drawing.add(mesh);
        seen += (mesh.corners.length / 3) * mesh.places.length;
      }
      if (seen > 10 * trianglesMost || drawing.cut.triangles > CUT_MOST) return { refused: 'triangles' };
      if (drawing.behind?.isFull) return { refused: 'behind' };
    }
  }
  const drawn = drawing.lines();
  if (drawing.behind?.isFull) return { refused: 'behind' };
  await writeFile(jsonPath, JSON.stringify(drawn));
  const layerIds = [...new Set(drawn.flatMap(({ layerId }) => layerId ?? []))];
  return { triangles: drawn.length > 0 ? drawing.triangles : 0, layerIds, refused: null };
}

/** From the axes of the box (along, across, up) to those of the drawing: width, height, away from its plane. Column-major. */
const TO_DRAWING: Readonly<Record<DrawingView, Mat4>> = {
  plan: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  section: [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1],
};
/** A plan is seen from above, so what lies below its plane is behind it; a section is seen along the box's second side. */
const AWAY: Readonly<Record<DrawingView, 1 | -1>> = { plan: -1, section: 1 };

class DrawingCutter {
  readonly cut = new PlaneCut();
  readonly behind: BehindPlane | null;
  readonly objects = new DrawnObjects();
  private readonly half: readonly [number, number];
  private readonly ecefToDrawing: Mat4;
  private readonly away: 1 | -1;
  private triangleBehind = 0;

  constructor({ box, view, behind }: Pick<MeshCut, 'box' | 'view' | 'behind'>) {
    const frame = exportFrame(box);
    const [halfX, halfY, halfZ] = frame.half;
    this.half = view === 'plan' ? [halfX, halfY] : [halfX, halfZ];
    this.ecefToDrawing = multiply(TO_DRAWING[view], frame.ecefToBox);
    this.away = AWAY[view];
    this.behind = behind ? new BehindPlane({ half: this.half, depthM: view === 'plan' ? halfZ : halfY }) : null;
  }

  /** Triangles that were cut, or lie behind the plane in the window. */
  get triangles(): number {
    return this.cut.triangles + this.triangleBehind;
  }

  add(mesh: ContentMesh): void {
    for (const place of mesh.places) this.addAt(mesh, place);
  }

  private addAt(mesh: ContentMesh, { toEcef, features }: ContentMesh['places'][number]): void {
    const { positions, corners } = mesh;
    const toDrawing = multiply(this.ecefToDrawing, toEcef);
    const vertices: (Vec3 | undefined)[] = [];
    const vertex = (corner: number): Vec3 =>
      (vertices[corner] ??= transformPoint(toDrawing, [
        positions[3 * corner]!,
        positions[3 * corner + 1]!,
        positions[3 * corner + 2]!,
      ]));
    /** Its depth is counted from where the cut lies. */
    const placeOf = (corner: number): Place => {
      const [x, y, z] = vertex(corner);
      return [x, y, this.away * (z - CUT_ABOVE_M)];
    };
    const behindCorners: number[] = [];
    for (let at = 0; at + 2 < corners.length; at += 3) {
      const [i, j, k] = [corners[at]!, corners[at + 1]!, corners[at + 2]!];
      const [a, b, c] = [vertex(i), vertex(j), vertex(k)];
      if (!isOnOneSide(a[2], b[2], c[2])) this.cut.add(this.objects.numberOf(mesh, features, i), a, b, c);
      if (this.behind?.reaches(placeOf(i), placeOf(j), placeOf(k))) behindCorners.push(i, j, k);
    }
    if (this.behind && behindCorners.length > 0) {
      this.triangleBehind += behindCorners.length / 3;
      addBehind(this.behind, { mesh, corners: behindCorners, placeOf }, (corner) =>
        this.objects.numberOf(mesh, features, corner),
      );
    }
  }

  /** What is drawn of each object. */
  lines(): CutObject[] {
    const { cut, behind } = this;
    const drawn = (pen: PenName, ofObjects: ReadonlyMap<number, readonly number[]>): CutObject[] =>
      [...ofObjects].flatMap(([number, segments]) => {
        const lines = stitchLines(clipSegments(segments, this.half));
        return lines.length > 0 ? [{ ...this.objects.facts[number]!, pen, lines }] : [];
      });
    return [
      ...drawn('cut', cut.segments),
      ...(behind ? drawn('behind', behind.visibleLines(cut.segments.values())) : []),
    ];
  }
}

interface BehindMesh {
  readonly mesh: ContentMesh;
  /** Of the triangles that reach behind the plane. */
  readonly corners: readonly number[];
  readonly placeOf: (vertex: number) => Place;
}

/** Adds the triangles and edges of a mesh. Where an object ends there is an edge, also where the next one goes on smoothly. */
function addBehind(
  behind: BehindPlane,
  { mesh, corners, placeOf }: BehindMesh,
  objectOf: (vertex: number) => number,
): void {
  for (let at = 0; at < corners.length; at += 3)
    behind.addTriangle(placeOf(corners[at]!), placeOf(corners[at + 1]!), placeOf(corners[at + 2]!));
  const { positions, attributes } = mesh;
  const normals = attributes.find(({ name }) => name === 'NORMAL')?.values ?? null;
  for (const edge of meshEdges({ positions, normals, corners })) {
    const object = objectOf(corners[3 * edge.triangle]!);
    const isEnd = edge.other !== null && objectOf(corners[3 * edge.other]!) !== object;
    behind.addEdge(object, isEnd ? { ...edge, isFeature: true } : edge, placeOf);
  }
}

/** Farther than the cut lies above its plane: the cut itself decides what is nearer. */
const NEAR_M = 0.001;
const isOnOneSide = (a: number, b: number, c: number): boolean =>
  Math.min(a, b, c) > NEAR_M || Math.max(a, b, c) < -NEAR_M;
