/**
 * Chromium with the mock Vulkan driver of its own packages: everything up to the driver is done as with a GPU (WebGL commands,
 * validation, translation of shaders, compositing), and the driver executes nothing. On a machine without a GPU this shows the
 * times without software rasterisation. Pictures are empty, and occlusion queries count no samples.
 */
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_ARGS } from '../fixtures/chromium.ts';

const DRIVER = 'libVkICD_mock_icd.so';
/** The browser loads libraries from the folder of its executable, which therefore is copied and not linked. */
const EXECUTABLE = 'chromium-headless-shell';

/**
 * Returns the options of `chromium.launch`, and `remove`, which deletes the copied executable. Throws an Error if the browser in
 * `folder` has no mock driver.
 */
export async function noRasterBrowser(folder) {
  const files = await readdir(folder);
  for (const needed of [EXECUTABLE, DRIVER])
    if (!files.includes(needed))
      throw new Error(`${folder} has no ${needed}: this Chromium cannot run without raster.`);
  const own = await mkdtemp(join(tmpdir(), 'no-raster-'));
  for (const name of files)
    if (name === EXECUTABLE) await copyFile(join(folder, name), join(own, name));
    else await symlink(join(folder, name), join(own, name));
  // The path at which ANGLE looks for it.
  await mkdir(join(own, 'angledata'));
  const driver = { file_format_version: '1.0.0', ICD: { library_path: join(folder, DRIVER), api_version: '1.3.0' } };
  await writeFile(join(own, 'angledata', 'VkICD_mock_icd.json'), JSON.stringify(driver));
  const args = CHROMIUM_ARGS.map((arg) => (arg.startsWith('--use-angle=') ? '--use-angle=vulkan-null' : arg));
  return {
    launch: { executablePath: join(own, EXECUTABLE), args },
    remove: () => rm(own, { recursive: true }),
  };
}
