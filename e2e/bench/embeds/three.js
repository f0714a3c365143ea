/** A host page with 3d-tiles-renderer and the tileset of a view: what embeds.ts compares the element with. */
import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin } from '3d-tiles-renderer/plugins';
import { HemisphereLight, PerspectiveCamera, Scene, Sphere, WebGLRenderer } from 'three';
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';

window.show = ({ url, visitor, sse }) => {
  const view = document.getElementById('view');
  const renderer = new WebGLRenderer({ antialias: false });
  renderer.setSize(view.clientWidth, view.clientHeight);
  view.append(renderer.domElement);
  const scene = new Scene().add(new HemisphereLight(0xffffff, 0x887766, 2));
  const camera = new PerspectiveCamera(60, view.clientWidth / view.clientHeight, 1, 1e5);
  const tiles = new TilesRenderer(url);
  tiles.registerPlugin({
    preprocessURL(address) {
      const signed = new URL(address, url);
      signed.searchParams.set('visitor', visitor);
      return signed.href;
    },
  });
  tiles.registerPlugin(new GLTFExtensionsPlugin({ meshoptDecoder: MeshoptDecoder }));
  tiles.errorTarget = sse;
  tiles.setCamera(camera);
  scene.add(tiles.group);
  tiles.addEventListener('load-root-tileset', () => {
    const sphere = new Sphere();
    tiles.getBoundingSphere(sphere);
    camera.up.copy(sphere.center).normalize();
    camera.position.copy(sphere.center).addScaledVector(camera.up, 2 * sphere.radius);
    camera.up.set(0, 0, 1);
    camera.lookAt(sphere.center);
  });
  let isThere = false;
  tiles.addEventListener('load-model', () => (isThere = true));
  renderer.setAnimationLoop(() => {
    camera.updateMatrixWorld();
    tiles.setResolutionFromRenderer(camera, renderer);
    tiles.update();
    renderer.render(scene, camera);
    if (isThere && tiles.visibleTiles.size > 0) window.firstTileMs ??= performance.now();
  });
};
