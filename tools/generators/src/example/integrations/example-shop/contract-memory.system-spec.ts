import { describeIntegrationMemory } from '@sync/integration-contract/testing';
import { subject } from './testing/subject';

describeIntegrationMemory('example_shop', subject);
