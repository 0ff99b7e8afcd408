import { buildAndStart } from './build-and-start.mjs';

const apps = ['connection-api', 'admin-api', 'export-worker', 'webhook-ingress', 'widgets', 'admin-panel'];

/** The journey of the first tier starts these. */
export default function globalSetup() {
  return buildAndStart([...apps, 'dev', 'test-harness']);
}
