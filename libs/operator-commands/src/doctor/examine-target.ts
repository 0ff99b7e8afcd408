import type { Finding } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { v7 as uuidv7 } from 'uuid';
import { CannotRun, type Surroundings } from '../surroundings';
import { givenCredentials, type CredentialsInput } from './given-credentials';
import { linesOf, summaryOf, type Paint } from './report';
import { storedConnection, type StoredConnection } from './stored-connection';
import { readTarget, type DoctorTarget } from './target';

/** Input and output of the command. */
export interface DoctorRun {
  args: readonly string[];
  surroundings: Surroundings;
  input: CredentialsInput;
  print: (text: string) => void;
  paint: Paint;
}

/** Examines a shop, and prints findings and advice. False: a problem was found. Throws UnusableArguments, InvalidConfiguration, CannotRun. */
export async function examineTarget(run: DoctorRun): Promise<boolean> {
  const target = readTarget(run.args);
  const integrations = new IntegrationRegistry(run.surroundings.configuration().integrations);
  try {
    const { connection, ofCallers } = await connectionOf(target, run);
    if (!integrations.has(connection.driver)) throw new CannotRun(`A connection to ${connection.driver} has no shop to examine.`);
    const print = (finding: Finding) => run.print(linesOf(finding, run.paint).join('\n'));
    const findings = await integrations.examineShop.run(connection, print);
    if (ofCallers) {
      findings.push(ofCallers);
      print(ofCallers);
    }
    run.print(`\n${summaryOf(findings)}`);
    return findings.every(({ verdict }) => verdict !== 'problem');
  } finally {
    integrations.close();
  }
}

async function connectionOf(target: DoctorTarget, { surroundings, input }: DoctorRun): Promise<StoredConnection> {
  if ('connectionId' in target) return storedConnection(target.connectionId, surroundings);
  const { baseUrl, driver } = target;
  const credentials = await givenCredentials(surroundings.configuration().shopCredentials, input);
  return { connection: { id: uuidv7(), isUnsaved: true, driver, baseUrl, credentials }, ofCallers: null };
}
