import { UnusableArguments } from '@sync/embedded-services';
import type { IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { v7 as uuidv7 } from 'uuid';
import { portVariables } from '../supervisor/apps';
import { CannotStart } from '../supervisor/cannot-start';
import { FolderInUse } from '../supervisor/data-folder-lock';
import { readSettings, UnusableSetting } from '../supervisor/settings';
import { givenCredentials, type CredentialsInput } from './given-credentials';
import { integrationSettings } from './integration-settings';
import { readPatient, type Patient } from './patient';
import { linesOf, summaryOf } from './report';
import { storedConnection } from './stored-connection';

/** What the command was started with, and where it says what it has seen. */
export interface Visit {
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  input: CredentialsInput;
  print: (text: string) => void;
  complain: (reason: unknown) => void;
}

/** Looks at a shop and says what is wrong and what to do. Resolves to the exit code: 0 no problem, 1 a problem, 2 could not look. Throws UnusableArguments. */
export async function examinePatient(visit: Visit): Promise<0 | 1 | 2> {
  try {
    return (await examined(visit)) ? 0 : 1;
  } catch (error) {
    if (error instanceof UnusableArguments) throw error;
    const isForPeople = [UnusableSetting, CannotStart, FolderInUse].some((kind) => error instanceof kind);
    visit.complain(isForPeople ? (error as Error).message : error);
    return 2;
  }
}

async function examined(visit: Visit): Promise<boolean> {
  const patient = readPatient(visit.args);
  const integrations = new IntegrationRegistry(integrationSettings(visit.environment));
  try {
    const connection = await connectionOf(patient, visit);
    if (!integrations.has(connection.driver)) throw new CannotStart(`A connection to ${connection.driver} has no shop.`);
    const findings = await integrations.examineShop.run(connection, (finding) => visit.print(linesOf(finding).join('\n')));
    visit.print(`\n${summaryOf(findings)}`);
    return findings.every(({ verdict }) => verdict !== 'problem');
  } finally {
    integrations.close();
  }
}

async function connectionOf(patient: Patient, { environment, input }: Visit): Promise<IntegrationConnection> {
  if ('connectionId' in patient) return storedConnection(patient.connectionId, readSettings(environment, portVariables));
  const { baseUrl, driver } = patient;
  return { id: uuidv7(), driver, baseUrl, credentials: await givenCredentials(environment, input) };
}
