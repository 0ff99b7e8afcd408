import 'reflect-metadata';
import { startService } from '@sync/service-runtime';
import { connectionApi } from './connection-api';

await startService(connectionApi);
