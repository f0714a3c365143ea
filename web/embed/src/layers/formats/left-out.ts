/** Parts of a file that cannot be drawn. One bad part does not affect the others: the number of bad ones and a reason are shown. */
import { leftOutText } from '@overlook/shared/messages';

/** Another coordinate system; or places far from the site, if most others are far too. */
export type Remedy = 'crs' | 'far';

/** A feature, row or shape cannot be used; `message` is a sentence. Errors of other types refuse the whole file. */
export class UnusablePartError extends Error {
  override readonly name = 'UnusablePartError';

  /** `remedy`: with what it could be used. */
  constructor(
    message: string,
    readonly remedy: Remedy | null = null,
  ) {
    super(message);
  }
}

/** Most of a file is too far from the site; it can be read as one that lies elsewhere. */
export class FarFileError extends Error {}

/** A part that is not drawn: its place in the file, for example "line 3", and a sentence. */
export interface LeftOutPart {
  readonly where: string;
  readonly reason: string;
  /** With what it could be used. */
  readonly remedy?: Remedy | null;
}

/** Counts the parts of a file that are left out, with one group for each reason. */
export class LeftOut {
  private readonly groups = new Map<string, { readonly first: LeftOutPart; count: number }>();

  /** Returns the result of `read`; null if the part cannot be used, which is counted. */
  attempt<T>(where: () => string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnusablePartError)) throw error;
      this.add({ where: where(), reason: error.message, remedy: error.remedy });
      return null;
    }
  }

  add(part: LeftOutPart): void {
    // The same reason may contain other numbers.
    const kind = part.reason.replaceAll(/-?\d[\d.,]*/g, '#');
    const group = this.groups.get(kind);
    if (group) group.count++;
    else this.groups.set(kind, { first: part, count: 1 });
  }

  get count(): number {
    return [...this.groups.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The first part that could be used with a remedy, if there are more of such than of those that are used. */
  mostNeeding(remedy: Remedy, used: number): LeftOutPart | null {
    const found = [...this.groups.values()].filter(({ first }) => first.remedy === remedy);
    return found.reduce((sum, { count }) => sum + count, 0) > used ? found[0]!.first : null;
  }

  /** The first part; null if none is left out. */
  get first(): LeftOutPart | null {
    return [...this.groups.values()][0]?.first ?? null;
  }

  /** A sentence for each reason. */
  get texts(): string[] {
    return [...this.groups.values()].map(({ first, count }) => leftOutText(first.where, first.reason, count));
  }
}
