import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = join(__dirname, '../../../..');
export const chart = 'docker/helm/connection-sync';

export interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string; key: string }; resourceFieldRef?: { resource: string } };
  }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  startupProbe?: object;
  livenessProbe?: { httpGet: { path: string } };
  readinessProbe?: { httpGet: { path: string } };
}

export interface PodSpec {
  containers: Container[];
  securityContext: { runAsUser: number };
  terminationGracePeriodSeconds?: number;
}

/** Of any kind. `spec` holds what the kinds that the tests look at have in common. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: { template?: { spec: PodSpec }; replicas?: number; [field: string]: unknown };
}

interface Outcome {
  isGood: boolean;
  stdout: string;
  stderr: string;
}

function helm(...args: string[]): Outcome {
  const { error, status, stdout, stderr } = spawnSync('helm', args, { cwd: root, encoding: 'utf8' });
  if (error) throw new Error('helm is missing: .ci/run installs it, or see https://helm.sh/docs/intro/install.', { cause: error });
  return { isGood: status === 0, stdout, stderr };
}

/** `values`: a file of the chart's folder ci. */
export const lint = (values: string) => helm('lint', '--strict', chart, '--values', `${chart}/ci/${values}`);

/** `more`: further options of helm, such as `--set`. */
export const template = (values: string, ...more: string[]) =>
  helm('template', 'sync', chart, '--namespace', 'shops', '--values', `${chart}/ci/${values}`, ...more);

/** Throws what helm says against the values. */
export function render(values: string, ...more: string[]): Manifest[] {
  const { isGood, stdout, stderr } = template(values, ...more);
  if (!isGood) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.contents === null ? [] : [document.toJS() as Manifest];
  });
}
