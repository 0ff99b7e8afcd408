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
import { readTarget, type DoctorTarget } from './target';
import { linesOf, summaryOf, type Paint } from './report';
import { storedConnection } from './stored-connection';

/** Input and output of the command. */
export interface DoctorRun {
  args: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  input: CredentialsInput;
  print: (text: string) => void;
  paint: Paint;
  printError: (reason: unknown) => void;
}

/** Examines a shop and prints problems and advice. Resolves to the exit code: 0 no problem, 1 problem found, 2 could not examine. Throws UnusableArguments. */
export async function examineTarget(run: DoctorRun): Promise<0 | 1 | 2> {
  try {
    return (await examined(run)) ? 0 : 1;
  } catch (error) {
    if (error instanceof UnusableArguments) throw error;
    const isForPeople = [UnusableSetting, CannotStart, FolderInUse].some((kind) => error instanceof kind);
    run.printError(isForPeople ? (error as Error).message : error);
    return 2;
  }
}

async function examined(run: DoctorRun): Promise<boolean> {
  const target = readTarget(run.args);
  const integrations = new IntegrationRegistry(integrationSettings(run.environment));
  try {
    const connection = await connectionOf(target, run);
    if (!integrations.has(connection.driver)) throw new CannotStart(`A connection to ${connection.driver} has no shop to examine.`);
    const findings = await integrations.examineShop.run(connection, (finding) => run.print(linesOf(finding, run.paint).join('\n')));
    run.print(`\n${summaryOf(findings)}`);
    return findings.every(({ verdict }) => verdict !== 'problem');
  } finally {
    integrations.close();
  }
}

async function connectionOf(target: DoctorTarget, { environment, input }: DoctorRun): Promise<IntegrationConnection> {
  if ('connectionId' in target) return storedConnection(target.connectionId, readSettings(environment, portVariables));
  const { baseUrl, driver } = target;
  return { id: uuidv7(), driver, baseUrl, credentials: await givenCredentials(environment, input) };
}
