export * from '@deck.gl/core';
