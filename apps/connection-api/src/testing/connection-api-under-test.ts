import { ApiUnderTest, startApi, type ApiStart, type ServiceResponse } from '@sync/http-api/testing';
import { AppModule } from '../app.module';
import { connectionApi } from '../connection-api';

type Json = Record<string, unknown>;

/** The whole service on a database of its own, called over HTTP. */
export class ConnectionApiUnderTest extends ApiUnderTest {
  static async start(
    environment: Record<string, string> = {},
    options: Omit<ApiStart, 'environment'> = {},
  ): Promise<ConnectionApiUnderTest> {
    const unlimited = { REGISTER_RATE_LIMIT_PER_MINUTE: '100000', DIRECT_INIT_MAX_PER_MINUTE: '0', ...environment };
    return new ConnectionApiUnderTest(
      await startApi(connectionApi, (configuration, timeouts) => AppModule.with(configuration, timeouts), {
        environment: unlimited,
        ...options,
      }),
    );
  }

  register<T = Json>(body: unknown, headers?: Record<string, string>): Promise<ServiceResponse<T>> {
    return this.ask<T>('POST', '/api/system-connections/register', { body, headers });
  }

  connect<T = Json>(body?: unknown, token?: string, headers?: Record<string, string>): Promise<ServiceResponse<T>> {
    return this.ask<T>('POST', '/api/system-connections/connect', { body, token, headers });
  }
}
