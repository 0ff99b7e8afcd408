import { buildAndStart } from './build-and-start.mjs';

export default function globalSetup() {
  return buildAndStart();
}
