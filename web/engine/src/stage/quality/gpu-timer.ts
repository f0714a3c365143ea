/** Constants of EXT_disjoint_timer_query_webgl2, which TypeScript does not declare. */
interface TimerExtension {
  readonly TIME_ELAPSED_EXT: number;
  readonly GPU_DISJOINT_EXT: number;
}

/** A frame that takes longer is not believed, milliseconds: some drivers answer with an uninitialised number. */
const LONGEST_MS = 10_000;
/** Frames after which an answer is no longer expected: some drivers never give one. */
const PATIENCE_FRAMES = 600;

/**
 * GPU time of a frame, if the browser reports it (EXT_disjoint_timer_query_webgl2). One frame is measured at a time, and its
 * result is read when it is available, without a wait.
 */
export class GpuTimer {
  /** GPU time of the newest measured frame, milliseconds; null if none was measured. */
  newestMs: number | null = null;
  private gl: WebGL2RenderingContext | null = null;
  private extension: TimerExtension | null = null;
  private query: WebGLQuery | null = null;
  private isOpen = false;
  /** Frames since the query that is waited for. */
  private waited = 0;

  /** Call it before the commands of a frame. */
  begin(gl: WebGL2RenderingContext | null): void {
    if (gl !== this.gl) this.use(gl, gl?.getExtension('EXT_disjoint_timer_query_webgl2') ?? null);
    if (!gl || !this.extension) return;
    if (this.query) this.read(gl, this.extension, this.query);
    if (this.query && ++this.waited > PATIENCE_FRAMES) return this.use(gl, null);
    // One query at a time; other users of the context may measure as well.
    if (this.query || gl.getQuery(this.extension.TIME_ELAPSED_EXT, gl.CURRENT_QUERY)) return;
    this.waited = 0;
    this.query = gl.createQuery();
    gl.beginQuery(this.extension.TIME_ELAPSED_EXT, this.query);
    this.isOpen = true;
  }

  /** Call it directly after the commands of a frame. */
  end(): void {
    if (!this.isOpen || !this.gl || !this.extension) return;
    this.gl.endQuery(this.extension.TIME_ELAPSED_EXT);
    this.isOpen = false;
  }

  /** The larger of this and the time of the main thread; null if the GPU does not report its time. */
  neededMs(mainThreadMs: number): number | null {
    return this.newestMs === null ? null : Math.max(this.newestMs, mainThreadMs);
  }

  /** Measures with `extension` from now on; null: the GPU does not report its time. */
  private use(gl: WebGL2RenderingContext | null, extension: TimerExtension | null): void {
    this.gl = gl;
    this.extension = extension;
    this.query = this.newestMs = null;
    this.isOpen = false;
  }

  private read(gl: WebGL2RenderingContext, { GPU_DISJOINT_EXT }: TimerExtension, query: WebGLQuery): void {
    if (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) return;
    // After a disjoint event, such as a change of the GPU clock, the result is invalid.
    const isDisjoint = gl.getParameter(GPU_DISJOINT_EXT) as boolean;
    const tookMs = (gl.getQueryParameter(query, gl.QUERY_RESULT) as number) / 1e6;
    if (!isDisjoint && tookMs > 0 && tookMs < LONGEST_MS) this.newestMs = tookMs;
    gl.deleteQuery(query);
    this.query = null;
  }
}
