/** What the graphics tell and ask the stage. */
export interface GraphicsEvents {
  /** A redraw is needed. */
  onChange(): void;
  /** The GPU has not finished the newest frame. */
  isGpuBusy(): boolean;
  /** Everything must be drawn again in the current task. */
  onRedraw(): void;
  /** Tiles have arrived or failed: the next selection decides whether a redraw is needed. */
  onTiles(): void;
  onTileError(url: string, error: Error, final: boolean): void;
  /** The base map has new data to draw. */
  onMapNews(): void;
  /** The visible layer has changed. */
  onVisibleLayer(): void;
  onContextLost(): void;
  onContextRestored(): void;
}
