import { ContentError } from '@overlook/shared/tiles3d';

/** One thing that a validator would say. `file` is relative to the tileset's folder. */
export interface Finding {
  severity: 'error' | 'warning' | 'info';
  file: string;
  place: string;
  message: string;
}

/** Collects findings about one file. */
export class FileFindings {
  constructor(
    private readonly all: Finding[],
    readonly file: string,
  ) {}

  error(place: string, message: string): void {
    this.all.push({ severity: 'error', file: this.file, place, message });
  }
  warning(place: string, message: string): void {
    this.all.push({ severity: 'warning', file: this.file, place, message });
  }
  info(place: string, message: string): void {
    this.all.push({ severity: 'info', file: this.file, place, message });
  }

  /** Runs `step`; malformed content becomes an error finding and null. Other errors pass. */
  async guard<T>(step: () => T | Promise<T>): Promise<T | null> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.error(error.place, error.reason);
      return null;
    }
  }
}
