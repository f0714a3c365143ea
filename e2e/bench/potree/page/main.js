// Draws a cloud with potree-core: `draw(view, budget, shape)` resolves with what is drawn when all that it wants is loaded.
import { PointShape, PointSizeType, Potree, PotreeRenderer } from 'potree-core';
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';

const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setPixelRatio(1);
renderer.setSize(innerWidth, innerHeight);
renderer.setClearColor('#808080', 1);
document.body.append(renderer.domElement);

const potree = new Potree();
const cloud = await potree.loadPointCloud('metadata.json', `${location.href.replace(/[^/]*$/, '')}cloud/`);
// As Potree's viewer draws at its best: each point as wide as the spacing where it is, with eye-dome lighting.
Object.assign(cloud.material, {
  size: 1,
  pointSizeType: PointSizeType.ADAPTIVE,
  // Colours of the file are as on a screen (1: sRGB, a name that potree-core keeps to itself), and go there as they are.
  inputColorEncoding: 1,
  outputColorEncoding: 1,
});
// The budget alone decides how fine the cloud is.
cloud.minNodePixelSize = 1;
const scene = new Scene();
scene.add(cloud);
const drawing = new PotreeRenderer({ edl: { enabled: true, strength: 0.4, radius: 1.4, opacity: 1 } });

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const FRAMES_AT_REST = 20;

window.draw = async ({ position, direction }, budget, shape) => {
  cloud.material.shape = PointShape[shape];
  const camera = new PerspectiveCamera(60, innerWidth / innerHeight, 0.5, 2000);
  camera.up.set(0, 0, 1);
  camera.position.set(...position);
  camera.lookAt(new Vector3(...position).add(new Vector3(...direction)));
  camera.updateMatrixWorld();
  potree.pointBudget = budget;
  let [unchanged, known] = [0, -1];
  while (unchanged < FRAMES_AT_REST) {
    const { numVisiblePoints, nodeLoadPromises } = potree.updatePointClouds([cloud], camera, renderer);
    await Promise.all(nodeLoadPromises);
    unchanged = numVisiblePoints === known && nodeLoadPromises.length === 0 ? unchanged + 1 : 0;
    known = numVisiblePoints;
    await nextFrame();
  }
  drawing.render({ renderer, scene, camera, pointClouds: [cloud] });
  await nextFrame();
  return known;
};
document.documentElement.dataset.ready = 'true';
