/** It is a separate module, so that unused parts of the package are not loaded. */
export { DracoLoader } from '@loaders.gl/draco';
