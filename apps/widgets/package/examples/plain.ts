import { loadWidgets } from '@connection-sync/widgets';
import { pageData } from './page-data';

const { apiUrl, tenantId, token, shopToken } = pageData();
const news = document.createElement('p');
news.id = 'news';

addEventListener(
  'service-configuration-saved',
  ({ detail }) => (news.textContent = `Saved: ${Object.keys(detail.configuration).join(', ')}`),
);
addEventListener('service-registered', ({ detail }) => (news.textContent = `Connected: ${detail.connection_id}`));

// Without a framework, properties may be set before the elements are defined.
const widget = shopToken
  ? Object.assign(document.createElement('service-config'), { token: shopToken })
  : Object.assign(document.createElement('service-connector'), { system: 'mailing_platform', connection: 'commerce_a', tenantId, token });
document.getElementById('app')?.append(widget, news);
void loadWidgets({ apiUrl });
