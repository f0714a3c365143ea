import { serveLimited } from '../process/limited-work.ts';
import { cutMeshes } from './cut-meshes.ts';
import { assembleMeshes, clipMeshes } from './export-meshes.ts';
import { indexMeshes } from './index-meshes.ts';
import { measureObjects } from './measure-objects.ts';
import { nearestOnMeshes } from './nearest-on-meshes.ts';
import { plotDrawing } from './plot-drawing.ts';
import type { MeshWork, TileProgress } from './meshes-process.ts';

serveLimited<MeshWork, TileProgress>(async (work, onProgress) => {
  if (work.step === 'index') return indexMeshes(work, (done) => onProgress({ done, total: null }));
  if (work.step === 'cut') return cutMeshes(work, onProgress);
  if (work.step === 'plot') return plotDrawing(work);
  if (work.step === 'measure') return measureObjects(work);
  if (work.step === 'nearest') return nearestOnMeshes(work, onProgress);
  return work.step === 'clip' ? clipMeshes(work, onProgress) : assembleMeshes(work);
});
