export * from '@luma.gl/core';
