import { ApiUnderTest, startApi, type ApiStart } from '@sync/http-api/testing';
import { adminApi } from '../admin-api';
import { AppModule } from '../app.module';

/** The whole admin API on a database of its own, called over HTTP. */
export class AdminApiUnderTest extends ApiUnderTest {
  static async start({ environment = {}, ...options }: ApiStart = {}): Promise<AdminApiUnderTest> {
    const unlimited = { ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE: '100000', ...environment };
    return new AdminApiUnderTest(
      await startApi(adminApi, (configuration, timeouts) => AppModule.with(configuration, timeouts), {
        environment: unlimited,
        ...options,
      }),
    );
  }
}
