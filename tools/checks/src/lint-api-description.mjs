// Lints an OpenAPI description with the recommended rules of Redocly and Spectral. Reads it from standard input and writes the list of
// findings, of any severity. No rule is switched off; one that must be gets its reason here. Both run as libraries: neither looks for updates nor sends telemetry.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const description = await text(process.stdin);

async function redocly() {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: description, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

async function spectralOas() {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
  const results = await linter.run(JSON.parse(description));
  return results.map(({ code, message, path }) => `spectral ${String(code)}: ${message} ${path.join('/')}`);
}

process.stdout.write(JSON.stringify([...(await redocly()), ...(await spectralOas())]));
