export * from '@luma.gl/webgl';
