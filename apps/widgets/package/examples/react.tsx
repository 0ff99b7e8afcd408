import { loadWidgets } from '@connection-sync/widgets';
import type {} from '@connection-sync/widgets/react';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { pageData } from './page-data';

const { apiUrl, tenantId, token, shopToken } = pageData();

/** True once the elements are defined: only then does React set their properties. */
function useWidgets(): boolean {
  const [areReady, setReady] = useState(false);
  useEffect(() => {
    void loadWidgets({ apiUrl }).then(() => setReady(true));
  }, []);
  return areReady;
}

function Shop() {
  const areReady = useWidgets();
  const [news, setNews] = useState('');
  if (!areReady) return <p>Loading…</p>;
  return (
    <>
      {shopToken ? (
        <service-config
          token={shopToken}
          onservice-configuration-saved={({ detail }) => setNews(`Saved: ${Object.keys(detail.configuration).join(', ')}`)}
        />
      ) : (
        <service-connector
          system="mailing_platform"
          connection="commerce_a"
          tenantId={tenantId}
          token={token}
          onservice-registered={({ detail }) => setNews(`Connected: ${detail.connection_id}`)}
        />
      )}
      <p id="news">{news}</p>
    </>
  );
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
