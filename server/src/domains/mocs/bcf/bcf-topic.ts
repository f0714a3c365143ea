import type { Vec3 } from '@overlook/shared/maths';

/** A camera in the frame of a BCF file: metres; `direction` and `up` are unit vectors. */
export interface BcfCamera {
  readonly position: Vec3;
  readonly direction: Vec3;
  readonly up: Vec3;
}

/** A section plane in the same frame; `direction` is a unit vector to the side that is cut away. */
export interface BcfPlane {
  readonly location: Vec3;
  readonly direction: Vec3;
}

export interface BcfViewpoint {
  readonly guid: string;
  readonly camera: BcfCamera | null;
  /** IFC GUIDs of selected objects. */
  readonly selected: readonly string[];
  readonly planes: readonly BcfPlane[];
  /** Start and end of lines that mark something, metres in the same frame. */
  readonly lines: readonly (readonly [Vec3, Vec3])[];
}

export interface BcfComment {
  readonly guid: string;
  readonly at: string;
  readonly author: string;
  readonly text: string;
}

/** A document outside the file. */
export interface BcfDocument {
  readonly guid: string;
  readonly url: string;
  readonly name: string;
}

/** A topic of a BCF file, of any version. Dates are ISO; texts may be empty. */
export interface BcfTopic {
  readonly guid: string;
  readonly serverAssignedId: string;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly priority: string;
  readonly assignedTo: string;
  readonly dueDate: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly modifiedAt: string;
  readonly modifiedBy: string;
  readonly comments: readonly BcfComment[];
  readonly documents: readonly BcfDocument[];
  readonly viewpoint: BcfViewpoint | null;
}
