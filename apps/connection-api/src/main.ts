import 'reflect-metadata';
// Nest requires it by name to serve /api/docs; this import adds it to the dependencies of the bundle.
import '@fastify/static';
import { startService } from '@sync/service-runtime';
import { connectionApi } from './connection-api';

await startService(connectionApi);
