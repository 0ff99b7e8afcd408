import 'reflect-metadata';
import type { IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { v7 as uuidv7 } from 'uuid';
import { givenCredentials } from './doctor/given-credentials';
import { integrationSettings } from './doctor/integration-settings';
import { readPatient, UnusableArguments, type Patient } from './doctor/patient';
import { linesOf, summaryOf } from './doctor/report';
import { storedConnection } from './doctor/stored-connection';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { FolderInUse } from './supervisor/data-folder-lock';
import { readSettings, UnusableSetting } from './supervisor/settings';

async function connectionOf(patient: Patient): Promise<IntegrationConnection> {
  if ('connectionId' in patient) return storedConnection(patient.connectionId, readSettings(process.env, portVariables));
  const { baseUrl, driver } = patient;
  return { id: uuidv7(), driver, baseUrl, credentials: await givenCredentials(process.env, process.stdin) };
}

/** `npm run doctor -- …`: looks at a shop and says what is wrong and what to do. Resolves to whether no problem was found. */
async function main(): Promise<boolean> {
  const patient = readPatient(process.argv.slice(2));
  const integrations = new IntegrationRegistry(integrationSettings(process.env));
  try {
    const connection = await connectionOf(patient);
    if (!integrations.has(connection.driver)) throw new CannotStart(`A connection to ${connection.driver} has no shop.`);
    const findings = await integrations.examineShop.run(connection, (finding) => console.log(linesOf(finding).join('\n')));
    console.log(`\n${summaryOf(findings)}`);
    return findings.every(({ verdict }) => verdict !== 'problem');
  } finally {
    integrations.close();
  }
}

main().then(
  (isWell) => {
    process.exitCode = isWell ? 0 : 1;
  },
  (error: Error) => {
    const isForPeople = [UnusableArguments, UnusableSetting, CannotStart, FolderInUse].some((kind) => error instanceof kind);
    console.error(isForPeople ? error.message : error);
    process.exitCode = 2;
  },
);
