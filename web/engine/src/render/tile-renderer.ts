/**
 * Draws the selected tiles of a screen: the only place that issues WebGL draws of tiles, called from one deck.gl layer.
 * Primitives are grouped by variant (few program changes); blended primitives come last, far to near. Each draw sets a
 * camera-relative offset (computed in double), a vertex array and a draw call. Matrices, colours and textures are set only when
 * they change. Points are drawn through {@link EyeDome} if it is on. Raw WebGL, because a draw through luma.gl's pipeline takes
 * two to four times as much main-thread time (docs/decisions/0005).
 */
import type { RenderCamera } from '../view/camera-frame.ts';
import { areaOfSide } from '../view/swipe.ts';
import type { DrawItem } from './draw-item.ts';
import { STYLES_PER_ROW } from './feature-pages.ts';
import { FEATURE_UNIT, type FeatureStyleTable } from './feature-style.ts';
import { MAX_SECTION_PLANES, planesAround } from '../geometry/half-spaces.ts';
import { CutoutBoxes } from './cutout-boxes.ts';
import { type Choices, setChoices, setDither } from './dither.ts';
import { EyeDome } from './eye-dome.ts';
import { FaceState } from './face-state.ts';
import type { GpuPrimitive } from './gpu-content.ts';
import { type GpuFinish, releaseMaps, setFinish } from './gpu-finish.ts';
import { Anisotropy, type GpuTexture } from './gpu-texture.ts';
import { LocalFrames } from './local-frames.ts';
import type { Programs } from './programs.ts';
import type { TileProgram } from './tile-program.ts';
import { viewportOf, withinArea } from './scissor.ts';
import type { RenderStyle, TilePass } from './tile-pass.ts';
import {
  type Draw,
  addVariants,
  hasSolidPart,
  isBlended,
  isDrawn,
  seeThroughVariant,
  solidVariant,
  variantOf,
} from './draw-variant.ts';
import { setFeatureStyles, setPassUniforms } from './pass-uniforms.ts';
import { POINT_COLOR_UNIT, setPointWidths } from './point-uniforms.ts';
import { StyleTexture } from './style-texture.ts';
import { FeaturePass, Location, POINT_TABLE_WIDTH, SOLID_OPACITY, Variant } from './tile-shader.ts';
import { VertexArrays } from './vertex-arrays.ts';

export interface RenderCounts {
  triangles: number;
  points: number;
  drawCalls: number;
}

/** What remains of the saturation and the brightness outside of a section. */
const DARK = [0.2, 0.42] as const;

export class TileRenderer {
  readonly counts: RenderCounts = { triangles: 0, points: 0, drawCalls: 0 };
  private readonly eyeDome: EyeDome;
  private readonly buckets = new Map<number, Draw[]>();
  private readonly blended: Draw[] = [];
  private readonly free: Draw[] = [];
  /** Variants of the pass that is prepared. */
  private readonly needed = new Set<number>();
  private readonly frames: LocalFrames;
  private readonly vertexArrays: VertexArrays;
  private readonly cutoutBoxes: CutoutBoxes;
  private readonly sectionPlanes = new Float32Array(4 * MAX_SECTION_PLANES);
  private readonly litPlanes = new Float32Array(4 * MAX_SECTION_PLANES);
  private program: TileProgram | null = null;
  private texture: GpuTexture | null = null;
  private readonly anisotropy: Anisotropy;
  private baseColor: Float32Array | null = null;
  private finish: GpuFinish | null = null;
  private readonly faces: FaceState;
  private readonly featureTable: StyleTexture;
  /** Style table of screen-space passes with other styles, so that neither table is uploaded in each frame. */
  private readonly viaTable: StyleTexture;
  private readonly pointTable: StyleTexture;
  private featurePass: number = FeaturePass.solid;
  /** The selections of this frame, if items are cross-faded. */
  private choices: Choices | null = null;

  /** `programs`: cache of the context, which renderers of other screens may share. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    this.anisotropy = new Anisotropy(gl);
    this.eyeDome = new EyeDome(gl);
    this.faces = new FaceState(gl);
    this.frames = new LocalFrames(gl);
    this.vertexArrays = new VertexArrays(gl);
    this.cutoutBoxes = new CutoutBoxes(gl);
    this.featureTable = new StyleTexture(gl, FEATURE_UNIT, STYLES_PER_ROW);
    this.viaTable = new StyleTexture(gl, FEATURE_UNIT, STYLES_PER_ROW);
    this.pointTable = new StyleTexture(gl, POINT_COLOR_UNIT, POINT_TABLE_WIDTH);
  }

  /**
   * Whether all programs of a frame can be used without a wait. Starts compiling new ones. `mayAsk` allows queries of compiled
   * programs, which wait for the current GPU work.
   */
  isPrepared(passes: readonly TilePass[], mayAsk: boolean): boolean {
    return passes.map((pass) => this.isPassPrepared(pass, mayAsk)).every(Boolean);
  }

  private isPassPrepared({ items, fading, style }: TilePass, mayAsk: boolean): boolean {
    const { needed } = this;
    needed.clear();
    for (const { tile, cutouts, isCut, dither = null } of fading ?? items)
      for (const { primitives } of tile.gpu)
        for (const primitive of primitives)
          if (isDrawn(primitive, style)) addVariants(needed, { primitive, cutouts, isCut, dither }, style);
    let isPrepared = true;
    for (const variant of needed) if (!this.programs.isReady(variant, mayAsk)) isPrepared = false;
    return isPrepared;
  }

  /** Draws to the bound framebuffer and viewport. Leaves no vertex array or texture bound and blending off. */
  render(passes: readonly TilePass[], camera: RenderCamera): void {
    const { gl, counts } = this;
    counts.triangles = counts.points = counts.drawCalls = 0;
    for (const { items, fading, style, part, target, onDrawn } of passes) {
      if (target) {
        target.drawInto(() => this.renderPass(items, target.camera, style));
        continue;
      }
      const area = part && areaOfSide(part.divider, part.side, viewportOf(gl));
      if (area && area[2] * area[3] === 0) continue;
      withinArea(gl, area, () => this.renderPass(fading ?? items, camera, style));
      if (onDrawn) withinArea(gl, area, () => onDrawn(camera));
    }
  }

  private renderPass(items: DrawItem[], camera: RenderCamera, style: RenderStyle): void {
    const { gl } = this;
    this.programs.passNumber++;
    this.gather(items, style);
    if (style.section) planesAround(style.section, camera.x, camera.y, camera.z, this.sectionPlanes);
    if (style.lit) planesAround(style.lit, camera.x, camera.y, camera.z, this.litPlanes);
    this.program = this.texture = null;
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.activeTexture(gl.TEXTURE0);
    this.vertexArrays.begin();
    this.faces.begin();
    this.cutoutBoxes.begin();
    const { features, points, shadowMap } = style;
    const table = style.via && features && !this.featureTable.holds(features) ? this.viaTable : this.featureTable;
    if (features) this.beginFeatures(features, table);
    if (points) this.pointTable.bind(points.table);
    shadowMap?.bind();
    this.drawBuckets(0, camera, style);
    const pass = style.via ?? (this.hasDistances() ? this.eyeDome : null);
    if (pass) {
      pass.begin(style.pixelRatio);
      this.drawBuckets(Variant.Distance, camera, style);
      pass.shade(camera.clipFromEnuAxes, style.pixelRatio);
      this.program = this.texture = null;
      // The pass leaves no texture bound, and ghosts are drawn after it.
      if (features) table.bind(features);
    } else if (!style.isEyeDomeOn) {
      this.eyeDome.release();
    }
    if ((features?.hasGhosts && !style.via && !style.isDepthOnly) || this.blended.length > 0)
      this.drawBlended(camera, style);
    releaseMaps(gl);
    this.clear();
    if (features) this.endFeatures();
    if (points) this.pointTable.release();
    shadowMap?.unbind();
    this.vertexArrays.end();
    gl.bindTexture(gl.TEXTURE_2D, null);
    this.faces.end();
    this.cutoutBoxes.end();
  }

  destroy(): void {
    this.cutoutBoxes.destroy();
    this.eyeDome.destroy();
    this.featureTable.destroy();
    this.viaTable.destroy();
    this.pointTable.destroy();
  }

  private beginFeatures(features: FeatureStyleTable, table: StyleTexture): void {
    table.bind(features);
    // Value for primitives without the attribute: an id beyond every table.
    this.gl.vertexAttribI4ui(Location.featureId, 0xffffffff, 0, 0, 0);
    this.featurePass = FeaturePass.solid;
  }

  private endFeatures(): void {
    this.featureTable.release();
    // Other programs read this location as a float.
    this.gl.vertexAttrib4f(Location.featureId, 0, 0, 0, 1);
  }

  private gather(items: DrawItem[], style: RenderStyle): void {
    for (const item of items) {
      for (const content of item.tile.gpu) {
        for (const primitive of content.primitives) {
          if (!isDrawn(primitive, style)) continue;
          const draw = this.drawOf(item, primitive);
          const variant = variantOf(draw, style);
          if (!isBlended(primitive, style)) this.addTo(variant, draw);
          else {
            this.blended.push(draw);
            if (style.blending && hasSolidPart(primitive))
              this.addTo(solidVariant(variant), this.drawOf(item, primitive));
          }
        }
      }
    }
  }

  private drawOf({ cutouts, finer, isCut, distance, dither = null }: DrawItem, primitive: GpuPrimitive): Draw {
    const draw = this.free.pop() ?? ({} as Draw);
    draw.primitive = primitive;
    draw.cutouts = cutouts;
    draw.finer = finer;
    draw.isCut = isCut;
    draw.distance = distance;
    draw.dither = dither;
    this.choices = dither?.choices ?? this.choices;
    return draw;
  }

  private addTo(variant: number, draw: Draw): void {
    const bucket = this.buckets.get(variant);
    if (bucket) bucket.push(draw);
    else this.buckets.set(variant, [draw]);
  }

  private hasDistances(): boolean {
    for (const [variant, draws] of this.buckets) if (variant & Variant.Distance && draws.length > 0) return true;
    return false;
  }

  /** Draws the buckets with or without {@link Variant.Distance}. */
  private drawBuckets(distance: number, camera: RenderCamera, style: RenderStyle): void {
    for (const [variant, draws] of this.buckets) {
      if ((variant & Variant.Distance) !== distance) continue;
      for (const draw of draws) this.draw(draw, variant, camera, style);
    }
  }

  private drawBlended(camera: RenderCamera, style: RenderStyle): void {
    const { gl } = this;
    const hasGhosts = style.features?.hasGhosts ?? false;
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    const drawAll = (as: RenderStyle) => {
      if (hasGhosts) this.drawGhosts(camera, as);
      this.featurePass = FeaturePass.all;
      this.program = this.texture = null;
      for (const draw of this.blended) this.draw(draw, seeThroughVariant(variantOf(draw, as), as), camera, as);
    };
    if (!style.blending?.draw(hasGhosts, () => drawAll(style))) {
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      this.blended.sort((a, b) => b.distance - a.distance);
      drawAll({ ...style, blending: null });
    }
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  /** Draws the gathered primitives again, with only their half-transparent features. A new target leaves no texture bound. */
  private drawGhosts(camera: RenderCamera, style: RenderStyle): void {
    this.featurePass = FeaturePass.ghosts;
    this.program = this.texture = null;
    for (const [variant, draws] of this.buckets) {
      if (!(variant & Variant.Features)) continue;
      const seeThrough = seeThroughVariant(variant, style);
      for (const draw of draws) this.draw(draw, seeThrough, camera, style);
    }
  }

  private clear(): void {
    for (const draws of this.buckets.values()) this.recycle(draws);
    this.recycle(this.blended);
  }

  private recycle(draws: Draw[]): void {
    for (const draw of draws) this.free.push(draw);
    draws.length = 0;
  }

  private draw(draw: Draw, variant: number, camera: RenderCamera, style: RenderStyle): void {
    const { gl } = this;
    const { primitive } = draw;
    const program = this.use(variant, camera, style);
    this.frames.set(primitive, camera, program);
    if (primitive.baseColor !== this.baseColor) {
      this.baseColor = primitive.baseColor;
      gl.uniform4fv(program.baseColor, primitive.baseColor);
    }
    if (primitive.texture && primitive.texture !== this.texture) {
      this.texture = primitive.texture;
      gl.bindTexture(gl.TEXTURE_2D, primitive.texture.handle);
      this.anisotropy.set(primitive.texture, style.anisotropy);
    }
    // A section opens solids that are closed elsewhere, so their back faces are drawn everywhere.
    this.faces.set(primitive.culled && !style.section, primitive.isOutlined, primitive.isMirrored);
    if (variant & Variant.Finish && primitive.finish !== this.finish) {
      this.finish = primitive.finish!;
      setFinish(gl, program, this.finish, this.anisotropy, style.anisotropy);
    }
    if (variant & Variant.Points) setPointWidths(gl, program, draw, style);
    if (draw.dither) setDither(gl, program, draw.dither);
    if (variant & Variant.Mask)
      gl.uniform1f(program.alphaCutoff, primitive.blend ? SOLID_OPACITY : primitive.alphaCutoff);
    this.cutoutBoxes.set(draw.cutouts, camera, program);
    this.vertexArrays.bind(primitive.vertexArray);
    this.issue(primitive);
  }

  private issue(primitive: GpuPrimitive): void {
    const { gl, counts } = this;
    const { mode, count, indexType, instanceCount } = primitive;
    if (instanceCount > 0) {
      if (indexType) gl.drawElementsInstanced(mode, count, indexType, 0, instanceCount);
      else gl.drawArraysInstanced(mode, 0, count, instanceCount);
    } else if (indexType) gl.drawElements(mode, count, indexType, 0);
    else gl.drawArrays(mode, 0, count);
    counts.drawCalls++;
    if (mode === gl.TRIANGLES) counts.triangles += (count / 3) * (instanceCount || 1);
    else if (mode === gl.POINTS) counts.points += count;
  }

  private use(variant: number, camera: RenderCamera, style: RenderStyle): TileProgram {
    const program = this.programs.get(variant);
    if (program === this.program) return program;
    const { gl } = this;
    gl.useProgram(program.handle);
    this.program = program;
    this.baseColor = null;
    this.finish = null;
    this.frames.begin();
    if (style.features && variant & Variant.Features) setFeatureStyles(gl, program, style.features, this.featurePass);
    if (program.preparedPass !== this.programs.passNumber) {
      program.preparedPass = this.programs.passNumber;
      setPassUniforms(gl, program, variant, camera, style);
      if (variant & Variant.Section) gl.uniformMatrix4fv(program.sectionPlanes, false, this.sectionPlanes);
      if (variant & Variant.Dithered) setChoices(gl, program, this.choices!, camera);
      if (variant & Variant.Dimmed) {
        gl.uniformMatrix4fv(program.litPlanes, false, this.litPlanes);
        gl.uniform2fv(program.dimmed, style.dimmed ?? DARK);
      }
    }
    return program;
  }
}
