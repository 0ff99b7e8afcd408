// Lints OpenAPI descriptions with the recommended rules of Redocly and Spectral. Reads a JSON list of descriptions from standard input and writes a
// list of findings, of any severity, for each. No rule is switched off; one that must be gets its reason here. Both run as libraries: neither looks
// for updates nor sends telemetry.
import { json } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

async function redocly(description) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: description, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

async function spectralOas(description) {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
  const results = await linter.run(JSON.parse(description));
  return results.map(({ code, message, path }) => `spectral ${String(code)}: ${message} ${path.join('/')}`);
}

const findings = [];
for (const description of await json(process.stdin)) findings.push([...(await redocly(description)), ...(await spectralOas(description))]);
process.stdout.write(JSON.stringify(findings));
