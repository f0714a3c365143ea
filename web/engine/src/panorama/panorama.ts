/**
 * A panorama on a canvas of its own. One pass samples the sphere for each pixel (decision 0025). It is drawn only after a
 * change: of the look, the size or the loaded pictures.
 */
import { PANORAMA } from '@overlook/shared/config';
import {
  type EquirectangularLens,
  type PhotoAngles,
  type PhotoCamera,
  panoramaLevels,
  photoOrientationEnu,
} from '@overlook/shared/maths';
import { linkProgram } from '../render/link-program.ts';
import { lookFocalPx, lookRayEnu, type PanoramaLook, photoFromLook, type ViewSize } from './panorama-look.ts';
import { loadPicture, TileRequests } from './tile-requests.ts';
import { LEVELS_MOST, PANORAMA_FRAGMENT, PANORAMA_VERTEX } from './panorama-shader.ts';
import { PanoramaTextures } from './panorama-textures.ts';
import { levelFor, type TileAddress, tilesInView } from './panorama-tiles.ts';

export interface PanoramaSource {
  readonly lens: EquirectangularLens;
  /** Direction of the centre of the picture; north if that is not known. */
  readonly angles: PhotoAngles;
  /** URLs of the whole picture, the smallest first. */
  readonly wholeUrls: readonly string[];
  /** 0 for none. */
  readonly tileLevels: number;
  tileUrl(address: TileAddress): string;
}

export interface PanoramaEvents {
  /** The first picture was drawn. */
  onPicture(): void;
  /** No picture could be loaded. */
  onFailed(): void;
  /** Whether pictures of this look are still loading. */
  onSettled(isSettled: boolean): void;
}

interface Drawing {
  readonly program: WebGLProgram;
  readonly textures: PanoramaTextures;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

export class Panorama {
  private readonly gl: WebGL2RenderingContext | null;
  private readonly camera: PhotoCamera;
  private readonly levels;
  private readonly requests: TileRequests;
  private readonly ending = new AbortController();
  private drawing: Drawing | null = null;
  private look: PanoramaLook = { headingDeg: 0, pitchDeg: 0, fovDeg: PANORAMA.fovDefaultDeg };
  private size: ViewSize & { pixelRatio: number } = { widthPx: 0, heightPx: 0, pixelRatio: 1 };
  private hasPicture = false;
  private isWhole = false;
  private frame: number | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly source: PanoramaSource,
    private readonly events: PanoramaEvents,
  ) {
    const { lens, angles, tileLevels } = source;
    this.camera = { position: [0, 0, 0], ...photoOrientationEnu(angles), lens };
    this.levels =
      tileLevels > 0 ? panoramaLevels(lens.widthPx, lens.heightPx, PANORAMA.tilePx).slice(-LEVELS_MOST) : [];
    this.requests = new TileRequests({
      urlOf: (address) => source.tileUrl(address),
      onTile: (address, picture) => {
        this.drawing?.textures.setTile(address, picture);
        this.draw();
      },
      onIdle: () => this.reportSettled(),
    });
    this.gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
    const { signal } = this.ending;
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.begin(), { signal });
    this.begin();
  }

  setLook(look: PanoramaLook): void {
    this.look = look;
    this.changed();
  }

  /** Size in CSS pixels. */
  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    this.size = { widthPx, heightPx, pixelRatio };
    this.canvas.width = Math.max(1, Math.round(widthPx * pixelRatio));
    this.canvas.height = Math.max(1, Math.round(heightPx * pixelRatio));
    // A change of size clears the canvas.
    this.drawNow();
    this.wantTiles();
  }

  destroy(): void {
    this.ending.abort();
    this.requests.destroy();
    if (this.frame !== null) this.page?.cancelAnimationFrame(this.frame);
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }

  /** The window of the canvas, which may be another one than that of the page. */
  private get page(): Window | null {
    return this.canvas.ownerDocument.defaultView;
  }

  private begin(): void {
    const { gl } = this;
    if (!gl) return this.events.onFailed();
    const program = linkProgram(gl, 'panorama', PANORAMA_VERTEX, PANORAMA_FRAGMENT);
    const uniform = (name: string) => gl.getUniformLocation(program, name);
    this.drawing = { program, textures: new PanoramaTextures(gl, this.levels), uniform };
    void this.loadWhole();
  }

  private async loadWhole(): Promise<void> {
    const { signal } = this.ending;
    this.isWhole = false;
    for (const url of this.source.wholeUrls) {
      const picture = await loadPicture(url, signal).catch(() => null);
      if (signal.aborted) return picture?.close();
      if (!picture) continue;
      this.drawing?.textures.setWhole(picture);
      picture.close();
      if (!this.hasPicture) this.events.onPicture();
      this.hasPicture = true;
      this.draw();
    }
    if (!this.hasPicture) return this.events.onFailed();
    this.isWhole = true;
    this.wantTiles();
  }

  private changed(): void {
    this.wantTiles();
    this.draw();
  }

  /** Device pixels per radian at the centre of the view. */
  private get pixelsPerRad(): number {
    return lookFocalPx(this.look, this.size) * this.size.pixelRatio;
  }

  private get level(): number {
    const { widthPx, crop } = this.source.lens;
    return levelFor(this.levels, crop?.fullWidthPx ?? widthPx, widthPx, this.pixelsPerRad);
  }

  /** The whole picture is requested first: it is shown where tiles are missing. */
  private wantTiles(): void {
    const { levels, drawing, size } = this;
    if (levels.length > 0 && drawing && this.isWhole && size.widthPx > 0) {
      const view = { widthPx: size.widthPx * size.pixelRatio, heightPx: size.heightPx * size.pixelRatio };
      const needed = tilesInView(this.camera, { index: this.level, size: levels[this.level]! }, view, (x, y) =>
        lookRayEnu(this.look, size, x / size.pixelRatio, y / size.pixelRatio),
      );
      this.requests.request(needed.filter((address) => !drawing.textures.has(address)));
    }
    this.reportSettled();
  }

  private reportSettled(): void {
    if (!this.ending.signal.aborted) this.events.onSettled(this.isWhole && !this.requests.isBusy);
  }

  private draw(): void {
    if (this.frame !== null || this.ending.signal.aborted) return;
    this.frame = this.page?.requestAnimationFrame(() => this.drawNow()) ?? null;
  }

  private drawNow(): void {
    if (this.frame !== null) this.page?.cancelAnimationFrame(this.frame);
    this.frame = null;
    const { gl, drawing, size } = this;
    if (!gl || !drawing || gl.isContextLost() || size.widthPx === 0) return;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.useProgram(drawing.program);
    drawing.textures.bind();
    this.setUniforms(gl, drawing);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  private setUniforms(gl: WebGL2RenderingContext, { uniform, textures }: Drawing): void {
    const { lens, angles } = this.source;
    const { widthPx, heightPx } = this.size;
    const focal = lookFocalPx(this.look, this.size);
    const full = lens.crop ?? { fullWidthPx: lens.widthPx, fullHeightPx: lens.heightPx, leftPx: 0, topPx: 0 };
    gl.uniformMatrix3fv(uniform('photoFromLook'), false, photoFromLook(this.look, angles));
    gl.uniform2f(uniform('tangents'), widthPx / 2 / focal, heightPx / 2 / focal);
    gl.uniform4f(
      uniform('crop'),
      full.leftPx / full.fullWidthPx,
      full.topPx / full.fullHeightPx,
      lens.widthPx / full.fullWidthPx,
      lens.heightPx / full.fullHeightPx,
    );
    gl.uniform1i(uniform('whole'), 0);
    gl.uniform1i(uniform('tiles'), 1);
    gl.uniform1i(uniform('slots'), 2);
    gl.uniform1i(uniform('level'), this.levels.length > 0 ? this.level : -1);
    gl.uniform1f(uniform('tilePx'), PANORAMA.tilePx);
    const sizes = this.levels.flatMap((level, i) => [
      level.widthPx / PANORAMA.tilePx,
      level.heightPx / PANORAMA.tilePx,
      textures.firstRows[i]!,
    ]);
    if (sizes.length > 0) gl.uniform3fv(uniform('levels'), sizes);
  }
}
