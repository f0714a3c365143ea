import type { ContentModel } from '../publish/contents/content-models.ts';
import type { ContentMesh, FeatureNumbers } from './content-meshes.ts';
import { type ObjectColumns, objectFacts } from './object-facts.ts';

export interface DrawnFacts {
  readonly name: string;
  /** Its number in the layer; null where it has none. */
  readonly layerId: number | null;
}

/** Numbers the objects of a drawing. An object with a number in the layer is one, however many models it is in. */
export class DrawnObjects {
  readonly facts: DrawnFacts[] = [];
  private readonly numbers = new Map<string, number>();
  /** By table and row: the facts of a row take long to read. */
  private ofRows = new Map<ObjectColumns, Map<number, number>>();
  private models = 0;
  private filePath = '';

  /** Numbers of features are unique within a model only. */
  begin({ filePath }: Pick<ContentModel, 'filePath'>): void {
    this.models++;
    this.filePath = filePath;
    this.ofRows = new Map();
  }

  /** The object of a vertex of a mesh at one of its places. */
  numberOf(mesh: ContentMesh, features: FeatureNumbers | null, vertex: number): number {
    const of = features && (typeof features.of === 'number' ? features.of : features.of[vertex]!);
    if (of === null || of === features!.none) {
      const { name, node } = mesh;
      return this.numbered(`${this.models} node ${node}`, { name: name ?? this.filePath, layerId: null });
    }
    const { columns } = features!;
    const rows = this.ofRows.get(columns) ?? new Map<number, number>();
    this.ofRows.set(columns, rows);
    const known = rows.get(of);
    if (known !== undefined) return known;
    const facts = objectFacts(columns, of);
    const layerId = facts?.layerId ?? null;
    const key = layerId === null ? `${this.models} ${of}` : `id ${layerId}`;
    const number = this.numbered(key, { name: facts?.name ?? `Object ${of}`, layerId });
    rows.set(of, number);
    return number;
  }

  private numbered(key: string, facts: DrawnFacts): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.facts.length);
    return this.facts.push(facts) - 1;
  }
}
