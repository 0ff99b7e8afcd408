import 'reflect-metadata';
import { startService } from '@sync/service-runtime';
import { webhookIngress } from './webhook-ingress';

await startService(webhookIngress);
