import 'reflect-metadata';
import { startService } from '@sync/service-runtime';
import { adminApi } from './admin-api';

await startService(adminApi);
