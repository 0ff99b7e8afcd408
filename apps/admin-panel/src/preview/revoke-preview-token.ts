import { request } from '../api/request';

/** When the preview closes, also with its tab. What fails is not reported: the token ends by itself within the hour. */
export function revokePreviewToken(connectionId: string, tokenId: string): void {
  void request('DELETE', `connections/${connectionId}/preview-tokens/${tokenId}`, { keepalive: true }).catch(() => undefined);
}
