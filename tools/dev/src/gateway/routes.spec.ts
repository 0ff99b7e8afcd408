import { appFor } from './routes';

describe('gateway routes', () => {
  it.each([
    ['/api/system-connections/connect', 'connection-api'],
    ['/api/records/orders?limit=5', 'connection-api'],
    ['/api/widget/configuration', 'connection-api'],
    ['/api/docs', 'connection-api'],
    ['/api/openapi.json', 'connection-api'],
    ['/problems/', 'connection-api'],
    ['/problems/not-found', 'connection-api'],
    ['/problems-else', null],
    ['/api/webhooks/7f0f7a5e', 'webhook-ingress'],
    ['/api/webhooks-else', 'connection-api'],
    ['/api/admin/sessions', 'admin-api'],
    ['/api/admin/openapi.json', 'admin-api'],
    ['/api/administrators', 'connection-api'],
    ['/admin/', null],
    ['/widgets/widget.js', null],
    ['/apinot', null],
    ['/elsewhere?x=/api/docs', null],
  ])('%s: %s', (target, name) => expect(appFor(target)).toBe(name));
});
