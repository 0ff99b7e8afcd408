import 'reflect-metadata';
// Nest loads it by its name to serve /api/docs: said here, it is among the packages of the bundle.
import '@fastify/static';
import { startService } from '@sync/service-runtime';
import { connectionApi } from './connection-api';

await startService(connectionApi);
