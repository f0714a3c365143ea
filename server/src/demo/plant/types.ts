import type { PhotoHeightType } from '@overlook/shared/config';
import type { Lla, PhotoAngles, PhotoLens, Vec3 } from '@overlook/shared/maths';
import type { Patch } from '../geometry/patch.ts';

/** Red, green, blue as displayed (sRGB), 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The discipline whose drawing shows a thing; it decides the colour in the project layer. */
export type Discipline =
  | 'column'
  | 'vessel'
  | 'tank'
  | 'rotating'
  | 'piping'
  | 'structure'
  | 'access'
  | 'electrical'
  | 'civil'
  | 'building'
  | 'scenery';

/** The material of a surface: it decides the texture and the weathering. */
export type MaterialId =
  | 'paint'
  | 'plate'
  | 'cladding'
  | 'steel'
  | 'concrete'
  | 'corrugated'
  | 'grating'
  | 'roofing'
  | 'louvre'
  | 'glass'
  | 'foliage'
  | 'plain';

/** An entry of the object tree: a folder, or a thing with surfaces of its own. Ids are dense and stable. */
export interface PlantNode {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly kind: string;
  readonly discipline: Discipline;
  readonly tags: readonly string[];
  /** Tab → name → value; lengths in metres. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** True for a thing with surfaces; such a node has no children. */
  readonly isObject: boolean;
}

/** The layers a part is drawn in. */
export type PartLayers = 'all' | 'capture' | 'cad' | 'none';

/** Surfaces of one material and colour that belong to one object. */
export interface Part {
  /** `PlantNode.id` of the object, or null for scenery that no drawing shows. */
  readonly nodeId: number | null;
  readonly discipline: Discipline;
  readonly patches: readonly Patch[];
  /** A simpler replacement for levels whose tolerance exceeds a few centimetres. */
  readonly coarse?: readonly Patch[];
  readonly material: MaterialId;
  readonly colour: Rgb;
  /** Colour in the project layer where it differs from the discipline's. */
  readonly cadColour?: Rgb;
  /** The smallest noticeable dimension, metres: coarse levels omit thin parts. */
  readonly thickness: number;
  /**
   * 'capture': parts that a survey sees but no drawing has; 'cad': the reverse. 'none': a part that is not there at this
   * capture but at another one. It keeps its place in the list, because the light and the points of all parts depend on
   * their places.
   */
  readonly layers: PartLayers;
  /** Another capture of the site does not have it, or has another one. */
  readonly varies?: boolean;
  /** Lettering drawn over the (single) patch instead of the material's texture. */
  readonly label?: string;
}

/** Whether a survey sees a part. */
export const isCaptured = ({ layers }: Pick<Part, 'layers'>): boolean => layers === 'all' || layers === 'capture';

/** Whether the drawings have a part. */
export const isDrawn = ({ layers }: Pick<Part, 'layers'>): boolean => layers === 'all' || layers === 'cad';

/** A rectangle of paved ground, ENU metres. Later entries lie over earlier ones. */
export interface GroundArea {
  readonly kind: 'road' | 'concrete' | 'gravel' | 'bund';
  readonly name: string;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A camera standing in the site frame: ENU metres, unit vectors. */
export interface EnuPose {
  readonly position: Vec3;
  readonly direction: Vec3;
  readonly up: Vec3;
}

/** A view that a demo account has saved. */
export interface SavedPlace {
  readonly name: string;
  readonly description: string;
  readonly owner: 'admin' | 'member';
  readonly pose: EnuPose;
}

/** A photo of a site: its place in the site frame, ENU metres, and its angles at that place. */
export interface PlantPhoto {
  readonly name: string;
  readonly heightType: PhotoHeightType;
  readonly position: Vec3;
  readonly angles: PhotoAngles;
  readonly lens: PhotoLens;
  readonly camera: string;
  readonly takenAt: Date;
}

/** One site, complete: the complete input of the generators, and none of their results. */
export interface PlantDescription {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly seed: number;
  readonly origin: Lla;
  readonly homePose: EnuPose;
  readonly places: readonly SavedPlace[];
  readonly photos: readonly PlantPhoto[];
  readonly layers: readonly ('textured' | 'shaded' | 'points' | 'cad')[];
  /** Half the side of the terrain, metres; a power of two. */
  readonly halfExtent: number;
  /** Half sides of the level part around the origin, metres; dunes begin 20 m outside it. */
  readonly levelHalfWidth: number;
  readonly levelHalfDepth: number;
  /** Half the side of the laser-scanned square, metres; a power of two. */
  readonly scannedHalfExtent: number;
  readonly ground: readonly GroundArea[];
  readonly nodes: readonly PlantNode[];
  readonly parts: readonly Part[];
}
