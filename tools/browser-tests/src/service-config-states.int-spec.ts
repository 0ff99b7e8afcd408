import { describeStates } from './testing/described-states';

/** "axe finds nothing in each phase x light/dark x two languages; strict CSP page" */
describe('<service-config>, whatever it shows', () => describeStates('service-config'));
