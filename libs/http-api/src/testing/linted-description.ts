import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfiguration, type ServiceConfiguration, type ServiceDescription } from '@sync/service-runtime';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from './api-under-test';

/** What an API says at this address. Nest only looks at its modules and creates no provider, so no database is needed. */
export async function descriptionOf<C extends ServiceConfiguration>(service: ServiceDescription<C>, address: string): Promise<string> {
  const variables = { DATABASE_URL: 'postgres://unused.invalid/unused', ENCRYPTION_KEYS: newKey('unused') };
  const configuration = loadConfiguration(service.configuration, variables);
  const app = await NestFactory.create<NestFastifyApplication>(service.module(configuration), new FastifyAdapter(), {
    preview: true,
    logger: false,
  });
  await service.prepare?.(app, configuration);
  return (await app.inject(address)).body;
}

/** What Redocly and Spectral find in each description. */
export function lintFindings(descriptions: readonly string[]): string[][] {
  const input = JSON.stringify(descriptions);
  const { stdout, stderr } = spawnSync(process.execPath, ['tools/checks/src/lint-api-descriptions.mjs'], { input, encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}

/** The types that openapi-typescript generates from a description. */
export function typesOf(description: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-types-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), description);
    const words = ['node_modules/openapi-typescript/bin/cli.js', join(folder, 'openapi.json'), '-o', join(folder, 'api.d.ts')];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return readFileSync(join(folder, 'api.d.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
