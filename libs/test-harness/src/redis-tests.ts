/** A machine without a redis-server leaves out what is about Redis itself, and the run says so in one line; the gate installs one. */
export const itWithRedis = process.env.TEST_HAS_REDIS ? it : it.skip;
export const describeWithRedis = process.env.TEST_HAS_REDIS ? describe : describe.skip;
