import { describeIntegrationMemory } from '@sync/integration-contract/testing';
import { brokenIntegration } from './broken-integration';
import { describeBreaches, minimal } from './describe-breaches';
import { memoryBreaches } from './memory-breaches';

describeIntegrationMemory('a platform with only the required operations that ignores modifiedAfter', brokenIntegration(minimal));

describe('every rule of the contract about memory', () => describeBreaches(memoryBreaches));
