import { describeIntegration } from '@sync/integration-contract/testing';
import { subject } from './testing/subject';

describeIntegration('example_shop', subject);
