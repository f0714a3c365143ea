/** In place of engine/content/archives/own-archive.ts in packages: their layers read sites of a server, not files of a person. */
export class OpenArchives {
  get(): never {
    throw new Error('Packages for hosts open no files.');
  }
}
