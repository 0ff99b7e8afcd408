/**
 * `withRedis(it)('…', …)`: a machine without a redis-server leaves out what is about Redis itself, and the run says so in one line; the
 * gate installs one.
 */
export function withRedis<T extends { skip: unknown }>(test: T): T {
  return process.env.TEST_HAS_REDIS ? test : (test.skip as T);
}
