/** By itself, so that the parts of the package that nobody uses do not come with it. */
export { DracoLoader } from '@loaders.gl/draco';
