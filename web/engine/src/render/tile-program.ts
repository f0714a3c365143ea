/** A linked variant with the locations of its uniforms (null where the variant lacks them). */
export interface TileProgram {
  handle: WebGLProgram;
  clipFromLocalAxes: WebGLUniformLocation | null;
  clipOffset: WebGLUniformLocation | null;
  enuFromLocalAxes: WebGLUniformLocation | null;
  enuOffset: WebGLUniformLocation | null;
  baseColor: WebGLUniformLocation | null;
  alphaCutoff: WebGLUniformLocation | null;
  cutouts: WebGLUniformLocation | null;
  cutoutCounts: WebGLUniformLocation | null;
  haze: WebGLUniformLocation | null;
  textureBias: WebGLUniformLocation | null;
  pointWidths: WebGLUniformLocation | null;
  pointLimits: WebGLUniformLocation | null;
  depthPerInverse: WebGLUniformLocation | null;
  sight: WebGLUniformLocation | null;
  sectionPlanes: WebGLUniformLocation | null;
  litPlanes: WebGLUniformLocation | null;
  dimmed: WebGLUniformLocation | null;
  dither: WebGLUniformLocation | null;
  fronts: WebGLUniformLocation | null;
  choiceViews: WebGLUniformLocation | null;
  hatchPx: WebGLUniformLocation | null;
  featureStyleTable: WebGLUniformLocation | null;
  featureCount: WebGLUniformLocation | null;
  restStyle: WebGLUniformLocation | null;
  featurePass: WebGLUniformLocation | null;
  pointColorTable: WebGLUniformLocation | null;
  pointRamp: WebGLUniformLocation | null;
  scanBits: WebGLUniformLocation | null;
  cameraEnu: WebGLUniformLocation | null;
  finish: WebGLUniformLocation | null;
  emissive: WebGLUniformLocation | null;
  secondUvOf: WebGLUniformLocation | null;
  light: WebGLUniformLocation | null;
  shadowMap: WebGLUniformLocation | null;
  shadowMapFromCamera: WebGLUniformLocation | null;
  shadowMapTexel: WebGLUniformLocation | null;
  /** The pass for which the program's own uniforms were last set. */
  preparedPass: number;
}
