import { loadWidgets } from '@connection-sync/widgets';
import type {} from '@connection-sync/widgets/vue';
import { createApp, defineComponent, h, onMounted, ref } from 'vue';
import { pageData } from './page-data';

const { apiUrl, tenantId, token, shopToken } = pageData();

/** What a template with `isCustomElement` compiles to. */
const Shop = defineComponent(() => {
  const areReady = ref(false);
  const news = ref('');
  // Vue, too, sets the properties of elements only once they are defined.
  onMounted(() => loadWidgets({ apiUrl }).then(() => (areReady.value = true)));

  const settings = () =>
    h('service-config', {
      token: shopToken,
      onServiceConfigurationSaved: ({ detail }: GlobalEventHandlersEventMap['service-configuration-saved']) =>
        (news.value = `Saved: ${Object.keys(detail.configuration).join(', ')}`),
    });
  const connector = () =>
    h('service-connector', {
      system: 'mailing_platform',
      connection: 'commerce_a',
      tenantId,
      token,
      onServiceRegistered: ({ detail }: GlobalEventHandlersEventMap['service-registered']) =>
        (news.value = `Connected: ${detail.connection_id}`),
    });

  return () => (areReady.value ? [shopToken ? settings() : connector(), h('p', { id: 'news' }, news.value)] : h('p', 'Loading…'));
});

createApp(Shop).mount('#app');
