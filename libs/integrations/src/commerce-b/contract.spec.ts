import { describeIntegration } from '@sync/integration-contract/testing';
import { subject } from './testing/subject';

describeIntegration('commerce_b', subject);
