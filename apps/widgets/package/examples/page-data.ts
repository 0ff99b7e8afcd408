/** What your server writes into the page, in `<script type="application/json" id="page-data">`. */
export interface PageData {
  /** Of the service. */
  apiUrl: string;
  /** Of the company: what `service-initialized` has given you once. */
  tenantId: string;
  token: string;
  /** Of a shop, from `POST /api/system-connections/{id}/widget-tokens`; null before one is connected. */
  shopToken: string | null;
}

export function pageData(): PageData {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData;
}
