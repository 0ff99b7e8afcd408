// Generated from apps/connection-api/openapi.json: node tools/build/client-types.mjs

export interface paths {
    "/api/access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the valid access tokens of the bearer's connection
         * @description Newest first and without their plaintext. `current` marks the token of the request.
         */
        get: operations["listAccessTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access-tokens/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke the bearer's token
         * @description It is unknown from now on. The connection and its other tokens stay as they are.
         */
        delete: operations["revokeAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access-tokens/current/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the bearer's token
         * @description The new token has the same rights and the same end. The old one, and every other token of the same kind of the connection, ends at once, or after `overlap_seconds`, so that a lost response can be repeated. 403 while the connection is disconnected. 409 if it would have more tokens than it may have.
         */
        post: operations["rotateAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access-tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an access token of the bearer's connection
         * @description It is unknown from now on; it may be the bearer's own. Another connection's token is 404.
         */
        delete: operations["revokeListedAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the notification addresses
         * @description Your company's addresses, which get a mail when the link to a shop breaks, and one when it works again.
         */
        get: operations["getNotificationAddresses"];
        /**
         * Replace the notification addresses
         * @description An empty list ends the mails. 409 for addresses while the service sends no mail.
         */
        put: operations["replaceNotificationAddresses"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/privacy/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person
         * @description Takes the person with this address out of every record, stored webhook and log row of the tenant's shops, and keeps the person out of what comes later. Amounts and counts stay. Asked for again, the same erasure runs again. 409 when the tenant has too many erasures, 429 when too many are running.
         */
        post: operations["requestErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/privacy/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an erasure
         * @description Without the address, which is stored nowhere once the erasure is `done`.
         */
        get: operations["readErasure"];
        put?: never;
        post?: never;
        /**
         * Lift an erasure
         * @description From now on records may name the person again: the next full sync brings them. What was erased here is not restored.
         */
        delete: operations["liftErasure"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/privacy/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export what names a person
         * @description One line of JSON, `{type, record}`, for each row that an erasure of this address would change: records as in the feed, stored webhooks, log rows. 429 while another export of the tenant runs.
         */
        post: operations["exportPersonalData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read customers, in the order in which this service last wrote them
         * @description Keep the last `next_cursor`, also that of an empty page, and send it next time: you get every later change exactly once, deletions included. Read on while `has_more` is true. With `wait` the response comes as soon as there is something to read. With `Accept: application/x-ndjson` you get everything to the end, one record a line, and `limit` does not count.
         */
        get: operations["readCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read orders, in the order in which this service last wrote them
         * @description Keep the last `next_cursor`, also that of an empty page, and send it next time: you get every later change exactly once, deletions included. Read on while `has_more` is true. With `wait` the response comes as soon as there is something to read. With `Accept: application/x-ndjson` you get everything to the end, one record a line, and `limit` does not count.
         */
        get: operations["readOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read products, in the order in which this service last wrote them
         * @description Keep the last `next_cursor`, also that of an empty page, and send it next time: you get every later change exactly once, deletions included. Read on while `has_more` is true. With `wait` the response comes as soon as there is something to read. With `Accept: application/x-ndjson` you get everything to the end, one record a line, and `limit` does not count.
         */
        get: operations["readProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenant's connections
         * @description Oldest first, the caller's own connection among them. `system` and `status` narrow the list. A plugin's token lists its own connection only.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For callers: initialise a direct system, start a handshake, or finalise one
         * @description The request selects the variant; the required members of each response tell them apart.
         *
         *     - **A**, no bearer: initialises a direct system. Always creates a new tenant with an active connection.
         *     - **B**, a bearer and no `connection_token`: starts a handshake that a shop owner finishes in the plugin. With `connection`, only a plugin of that platform can: another one gets 422 with `reason` `other_platform`. 409 while the tenant has as many pending connections as it may have.
         *     - **C**, a bearer and a `connection_token`: finalises a handshake that a plugin started.
         *
         *     A bad bearer is 401 and never falls through to A.
         */
        post: operations["connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For plugins: register a shop, or finalise a handshake
         * @description The credentials are verified with the shop first; a failure stores nothing.
         *
         *     - **A**, without `connection_token`: 201 with the token that the shop owner brings to the caller.
         *     - **B**, with the `connection_token` of a tenant: 200 with the connection, now active.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one connection
         * @description 404 for an id that does not exist or belongs to another tenant.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Uninstall a shop of the tenant
         * @description Deletes the connection and all its data at once, in any status. It cannot be undone.
         */
        delete: operations["uninstallShop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a shop's settings and their form
         * @description The form that `<service-config>` shows, and the stored values. `schema` is null where there is nothing to configure.
         */
        get: operations["getShopConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a shop's settings
         * @description Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is stored. Sync rules are derived again afterwards.
         */
        patch: operations["saveShopConfiguration"];
        trace?: never;
    };
    "/api/system-connections/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a shop's credentials
         * @description The new ones are verified with the shop, then stored, and the connection is active afterwards. Its id, its records and your cursors stay. 422 when the shop does not confirm them or names another account.
         */
        put: operations["replaceShopCredentials"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a shop of the tenant
         * @description Its records are kept but hidden, and it is not called any more. It can be reconnected until `grace_deadline`, when it is deleted.
         */
        post: operations["disconnectShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reconnect a shop of the tenant
         * @description For a disconnected or failing shop. Its stored credentials are verified with the shop first; when that fails (422), everything stays as it is.
         */
        post: operations["reconnectShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/syncs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sync runs of a connection
         * @description Newest first. While a run is open, its counters grow.
         */
        get: operations["listSyncs"];
        put?: never;
        /**
         * Request a sync
         * @description Starts one run per capability. A capability whose run is still open returns that run instead of starting a second one. 409 unless the connection is active, 422 for a capability that it may not import now.
         */
        post: operations["requestSyncs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/syncs/{run_id}/confirm-deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the deletions that a sync run holds back
         * @description Deletes the records that the shop no longer lists, in the background: `records_deleted` grows. Records that were listed or changed since then stay. 409 when the run holds none back, or when a newer list has replaced its own.
         */
        post: operations["confirmDeletions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to a shop
         * @description The changes of its status, newest first: when, why and by whom.
         */
        get: operations["readShopTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/widget-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the valid widget tokens of a shop
         * @description Those that callers issued, newest first and without their plaintext.
         */
        get: operations["listWidgetTokens"];
        put?: never;
        /**
         * Issue a widget token for a shop
         * @description For `<service-config>` on a host page: it reads the status and edits the settings of this shop, and nothing else.
         */
        post: operations["issueWidgetToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system-connections/{id}/widget-tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a widget token
         * @description It is unknown from now on.
         */
        delete: operations["revokeWidgetToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of the caller's connection
         * @description Newest first.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description From now on it gets events, signed with the secret by [Standard Webhooks](https://www.standardwebhooks.com). A connection may have 20 endpoints: 409.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description It shows when it last took an event, and since when its attempts fail.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description It gets no event any more. Its deliveries go with it.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Members that are left out stay. Paused, it gets no events; of what happens meanwhile, records.changed comes once for each shop and kind of records when it is enabled again, with the cursor before the first change.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first, kept for 30 days after they ended.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Under the same `webhook-id`, also to an endpoint that is not enabled.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description For `overlap_seconds` each delivery carries the signatures of both, so that you can change yours at any time within it.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description `endpoint.test`, whatever events and status the endpoint has. The list of deliveries shows what came of it.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the bearer's connection
         * @description The form and the stored values. `schema` is null where there is nothing to configure.
         */
        get: operations["getOwnConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the bearer's connection
         * @description Submitted fields replace the stored ones, others stay. An unknown field or a value outside the options is 422, and nothing is stored.
         */
        patch: operations["saveOwnConfiguration"];
        trace?: never;
    };
    "/api/widget/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the bearer's connection
         * @description Its status, how many records of it are stored, and in `actions` what the bearer may do with it now.
         */
        get: operations["getOwnConnection"];
        put?: never;
        post?: never;
        /**
         * Uninstall the bearer's shop
         * @description For a plugin that is removed. Deletes the connection and all its data at once, in any status, the token included.
         */
        delete: operations["uninstallOwnShop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connection/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect the bearer's shop
         * @description Its records are kept but hidden. It can be reconnected until `grace_deadline`, when it is deleted. 409 for the token of a direct connection.
         */
        post: operations["disconnectOwnShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connection/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the bearer's shop another address
         * @description For a shop that moved: it keeps its id, its records and its settings. Address and credentials are verified with the shop first; when that fails (422, with the reason), everything stays as it is. 409 when the company has linked the shop at this address already.
         */
        post: operations["moveOwnShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connection/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reconnect the bearer's shop
         * @description For a disconnected or failing shop. Its stored credentials are verified with the shop first; when that fails (422), everything stays as it is.
         */
        post: operations["reconnectOwnShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the shops of the bearer's tenant
         * @description Those that are connected or can be again (active, in error, disconnected), oldest first, 20 at most. A plugin's token lists its own shop only.
         */
        get: operations["listShops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connections/{connection_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a connection
         * @description Of a connection of the bearer's tenant. Poll it while a handshake is pending: `last_attempt` says why the owner's latest attempt failed. To a plugin's token another connection than its own shows `id` and `status` alone.
         */
        get: operations["getConnectionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Uninstall a shop, from a page
         * @description What `uninstallShop` does, for pages of any origin: the connection and all its data are deleted at once.
         */
        delete: operations["uninstallShopFromPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connections/{id}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a shop, from a page
         * @description What `disconnectShop` does, for pages of any origin. The shop can be reconnected until its grace deadline.
         */
        post: operations["disconnectShopFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connections/{id}/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reconnect a shop, from a page
         * @description What `reconnectShop` does, for pages of any origin: the stored credentials are verified with the live shop first.
         */
        post: operations["reconnectShopFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/connections/{id}/widget-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a widget token for a shop, from a page
         * @description What `issueWidgetToken` does, for pages of any origin. The connector shows `<service-config>` with it. One that a session issues ends with the session at the latest.
         */
        post: operations["issueWidgetTokenFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For the pages of plugins: register a shop, or finalise a handshake
         * @description Register, for pages of any origin. The service calls the shop while it responds, so a shop whose host runs one PHP process
         *     cannot wait for the response itself: the owner's browser can. Both addresses share one rate limit.
         */
        post: operations["registerFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the session of one page
         * @description For the server of a page that embeds `<service-connector>` or `<service-webhooks>`: the page gets a token that ends within the hour and reaches what the element shows, and the token of the company stays on the server. Of either element only the newest sessions last, as many as a connection may have tokens.
         */
        post: operations["startWidgetSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of the session's connection
         * @description Newest first.
         */
        get: operations["listWebhookEndpointsOfPage"];
        put?: never;
        /**
         * Create a webhook endpoint, from a page
         * @description What `createWebhookEndpoint` does.
         */
        post: operations["createWebhookEndpointFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint, from a page
         * @description What `deleteWebhookEndpoint` does.
         */
        delete: operations["deleteWebhookEndpointFromPage"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint, from a page
         * @description What `changeWebhookEndpoint` does.
         */
        patch: operations["changeWebhookEndpointFromPage"];
        trace?: never;
    };
    "/api/widget/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint, from a page
         * @description Newest first, kept for 30 days after they ended.
         */
        get: operations["listWebhookDeliveriesOfPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again, from a page
         * @description What `resendWebhookDelivery` does.
         */
        post: operations["resendWebhookDeliveryFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event, from a page
         * @description What `testWebhookEndpoint` does.
         */
        post: operations["testWebhookEndpointFromPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "configuration.saved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The settings of a connection were saved
         * @description By the widget, the panel or a caller.
         */
        post: operations["configurationSavedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A connection of your company has another status
         * @description Within a second: a link that broke, one that works again, a new or an ended one.
         */
        post: operations["connectionStatusChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of an endpoint
         * @description You asked for it.
         */
        post: operations["endpointTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person was erased
         * @description The erasure that you or the shop asked for is done.
         */
        post: operations["personErasedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "records.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The records feed has changes
         * @description A hint: read the feed of `type` with `source_connection_id` from `cursor`, and you see every change that it stands for. There is one undelivered hint per endpoint, shop and kind of records at most, so that thousands of changes are a few calls.
         */
        post: operations["recordsChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sync_run.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sync run has ended
         * @description It succeeded, failed or was cancelled.
         */
        post: operations["syncRunFinishedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccessTokenRepresentation: {
            /** Format: date-time */
            created_at: string;
            /** @description Whether it is the token of this request. */
            current: boolean;
            /**
             * Format: date-time
             * @description Null: it never expires.
             */
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Null: never used.
             */
            last_used_at: string | null;
            /**
             * @description Where it came from, which decides what it may do.
             * @enum {string}
             */
            name: "direct-initialisation" | "widget-session" | "webhooks-session" | "plugin-widget" | "caller-widget" | "admin-preview";
        };
        /** @description An address. */
        Address: {
            /**
             * @description First line of the street.
             * @example Hauptstraße 1
             */
            address1: string | null;
            /**
             * @description Second line of the street.
             * @example null
             */
            address2: string | null;
            /** @example Berlin */
            city: string | null;
            /** @example null */
            company: string | null;
            /**
             * @description ISO 3166-1 alpha-2 if the platform provides it.
             * @example DE
             */
            country: string | null;
            /** @example null */
            email: string | null;
            /** @example Erika */
            first_name: string | null;
            /** @example Muster */
            last_name: string | null;
            /** @example null */
            phone: string | null;
            /** @example 10115 */
            postal_code: string | null;
            /**
             * @description State, province or region.
             * @example null
             */
            region: string | null;
            /**
             * @description VAT identification number.
             * @example null
             */
            vat_id: string | null;
        };
        BareConnectionStatus: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
        };
        ChangeWebhookEndpointInput: {
            description?: string | null;
            /** @description Which events it gets. Null: all. */
            events?: ("connection.status_changed" | "sync_run.finished" | "records.changed" | "configuration.saved" | "person.erased" | "endpoint.test")[] | null;
            /** @description Connections of your company whose events it gets. Null: all. */
            source_connection_ids?: string[] | null;
            /**
             * @description Paused, it gets no events. Enabled again, it hears once of everything that changed meanwhile.
             * @enum {string}
             */
            status?: "enabled" | "paused";
            url?: string;
        };
        ConfigurationResponse: {
            /**
             * @example {
             *       "data_types": [
             *         "orders"
             *       ],
             *       "direction": "outgoing"
             *     }
             */
            configuration: {
                [key: string]: unknown;
            };
            /** @description Null: there is nothing to configure. This is not an error. */
            schema: {
                fields: {
                    /** @description One sentence to show below it. */
                    hint?: string;
                    label: string;
                    name: string;
                    options: {
                        /** @description One sentence to show below it. */
                        hint?: string;
                        label: string;
                        value: string;
                    }[];
                    required: boolean;
                    /** @enum {string} */
                    type: "select" | "multiselect" | "radio";
                }[];
            } | null;
        };
        ConfigurationSavedEvent: {
            data: {
                /** Format: uuid */
                connection_id: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @enum {string} */
            type: "configuration.saved";
        };
        /** @description The state of the resource does not allow the change, for example a sync of a connection that is not active; or another request changed it meanwhile. Read its status, and try again if it still applies. */
        ConflictProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 409;
            /** @constant */
            title: "The current state does not allow that";
            /** @constant */
            type: "/problems/conflict";
        };
        ConnectionRepresentation: {
            base_url: string | null;
            /** @description Record types that the connection may import now. Empty until its sync rules are derived, a few seconds after activation. */
            capabilities: ("customers" | "products" | "orders")[];
            configuration: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disconnected_at: string | null;
            external_user_id: string | null;
            /**
             * Format: date-time
             * @description A disconnected connection can be reconnected until then.
             */
            grace_deadline: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_connected_at: string | null;
            /**
             * Format: date-time
             * @description When a sync of any capability last succeeded.
             */
            last_synced_at: string | null;
            meta: {
                [key: string]: unknown;
            };
            name: string;
            /** @enum {string} */
            status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
            /** @description Why it does not work now, in any status: `waiting_for_shop` while the shop fails the syncs of an active connection, `incomplete_copy` when a sync could not read all that the shop has, `doctor_problem` after an examination found something wrong, `webhooks_refused` and `webhooks_silent` when the shop's webhooks do not arrive, `reachable_again` once the shop of a connection in error responds again, `webhook_endpoint_failing` and `webhook_endpoint_disabled` when the caller's own endpoint takes no events. */
            status_reason: components["schemas"]["StatusReasonRepresentation"] | null;
            /** @description The open sync run: one that runs or waits for the shop, else one that is queued. */
            sync: components["schemas"]["SyncRunRepresentation"] | null;
            /** @description Null until the plugin names it. */
            system: components["schemas"]["SystemRepresentation"] | null;
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        ConnectionStatusChangedEvent: {
            data: {
                /** Format: uuid */
                connection_id: string;
                /** @description As in the list of connections, or deleted. */
                new_status: string;
                /** @description Null: the connection is new. */
                old_status: string | null;
                /** @description What moved it, as in its timeline. */
                reason: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @enum {string} */
            type: "connection.status_changed";
        };
        ConnectionStatusResponse: {
            /** Format: uuid */
            id: string;
            /** @description Why the latest attempt to use the connection token failed, while that token is valid. */
            last_attempt: components["schemas"]["FailedAttemptRepresentation"] | null;
            /**
             * Format: date-time
             * @description When a sync of any capability last succeeded.
             */
            last_synced_at: string | null;
            name: string;
            /** @enum {string} */
            status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
            /** @description Why it does not work now, in any status: `waiting_for_shop` while the shop fails the syncs of an active connection, `incomplete_copy` when a sync could not read all that the shop has, `doctor_problem` after an examination found something wrong, `webhooks_refused` and `webhooks_silent` when the shop's webhooks do not arrive, `reachable_again` once the shop of a connection in error responds again, `webhook_endpoint_failing` and `webhook_endpoint_disabled` when the caller's own endpoint takes no events. */
            status_reason: components["schemas"]["StatusReasonRepresentation"] | null;
            /** @description The open sync run: one that runs or waits for the shop, else one that is queued. */
            sync: components["schemas"]["SyncRunRepresentation"] | null;
            /** @description Null until the plugin names it. */
            system: components["schemas"]["SystemRepresentation"] | null;
        };
        /** @description Whether a customer wants a newsletter. */
        Consent: {
            /**
             * @example email
             * @enum {string}
             */
            channel: "sms" | "email" | "general";
            /**
             * @description For example by double opt-in.
             * @example false
             */
            confirmed: boolean;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example null
             */
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example null
             */
            confirmed_at_utc: string | null;
            /** @example null */
            ip_address: string | null;
            /**
             * @example integration
             * @enum {string|null}
             */
            source: "api" | "import" | "admin" | "user" | "integration" | "offline" | null;
            /** @example true */
            subscribed: boolean;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            subscribed_at: string | null;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            subscribed_at_utc: string | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example null
             */
            unsubscribed_at: string | null;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example null
             */
            unsubscribed_at_utc: string | null;
        };
        CreateWebhookEndpointInput: {
            description?: string | null;
            /** @description Which events it gets. Null: all. */
            events?: ("connection.status_changed" | "sync_run.finished" | "records.changed" | "configuration.saved" | "person.erased" | "endpoint.test")[] | null;
            /** @description Connections of your company whose events it gets. Null: all. */
            source_connection_ids?: string[] | null;
            /** @description Public and https. */
            url: string;
        };
        /** @description A platform field without a member of its own. */
        CustomAttribute: {
            /**
             * @description `<system>.<field>` or `<system>.meta.<key>`.
             * @example commerce_a.meta.origin
             */
            key: string;
            /** @example newsletter */
            value: string | number | boolean | null;
        };
        /** @description A customer of a shop. */
        Customer: {
            address_billing: components["schemas"]["Address"] | null;
            address_shipping: components["schemas"]["Address"] | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            created_at_utc: string | null;
            /** @description Platform fields without a member of their own. */
            custom_attributes: components["schemas"]["CustomAttribute"][];
            /** @example null */
            date_of_birth: string | null;
            /**
             * Format: date-time
             * @description When the shop deleted the record, in UTC. Null: not deleted.
             * @example null
             */
            deleted_at: string | null;
            /**
             * @description Null once the person was erased, and so are the other members that say who it is.
             * @example erika@example.com
             */
            email: string | null;
            /** @example Erika */
            first_name: string | null;
            /**
             * @example female
             * @enum {string|null}
             */
            gender: "male" | "female" | "other" | "unknown" | null;
            /**
             * Format: uuid
             * @description The id of the record in this service.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            id: string;
            /** @example Muster */
            last_name: string | null;
            newsletter_consent: components["schemas"]["Consent"] | null;
            /**
             * @description Number of orders to date.
             * @example 2
             */
            order_count: number | null;
            /** @example null */
            phone: string | null;
            /**
             * @description Secondary identifier of the platform.
             * @example null
             */
            source_custom_id: string | null;
            /**
             * @description The platform's own identifier.
             * @example 517
             */
            source_id: string;
            /**
             * Format: date-time
             * @description When this service last wrote the record, in UTC.
             * @example 2026-01-05T12:00:00.000Z
             */
            synced_at: string;
            /**
             * @example commerce_a
             * @enum {string}
             */
            system: "commerce_a" | "commerce_b" | "mailing_platform" | "user-platform";
            /**
             * Format: uuid
             * @description The connection to the shop that the record comes from.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            system_connection_id: string;
            tags: string[];
            /**
             * @description Salutation or academic title.
             * @example null
             */
            title: string | null;
            /**
             * @description Total spent to date, in hundredths of the currency unit, for every currency.
             * @example 4990
             */
            total_spent: number | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            updated_at_utc: string | null;
            /**
             * @description Postal code.
             * @example null
             */
            zip: string | null;
        };
        CustomerLine: {
            /**
             * @description To read on after this line.
             * @example WyJjdXN0b21lcnMiLCI3MzEiXQ
             */
            cursor: string;
            record?: components["schemas"]["Customer"];
            /** @description Drop the records of this connection. If they come back, the feed has all of them again. */
            source_left?: {
                /**
                 * Format: date-time
                 * @example 2026-03-02T09:15:00.000Z
                 */
                at: string;
                /**
                 * @description The shop was disconnected or uninstalled, or no active sync rule gives its records of this type to the caller.
                 * @example disconnected
                 * @enum {string}
                 */
                reason: "disconnected" | "uninstalled" | "rule_off";
                /**
                 * Format: uuid
                 * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
                 */
                system_connection_id: string;
            };
        };
        CustomerPage: {
            data: components["schemas"]["Customer"][];
            /**
             * @description Whether more records can be read now. A page may be short although more follow.
             * @example false
             */
            has_more: boolean;
            /** @description Sources that left since the cursor; mostly none. Take them into account before `data`: records of them on the same page came back later. */
            left: components["schemas"]["DepartedSource"][];
            /**
             * @description Keep the last one: later changes follow it.
             * @example WyJjdXN0b21lcnMiLCI3MzEiXQ
             */
            next_cursor: string;
        };
        DepartedSource: {
            /** @description Drop the records of this connection. If they come back, the feed has all of them again. */
            source_left: {
                /**
                 * Format: date-time
                 * @example 2026-03-02T09:15:00.000Z
                 */
                at: string;
                /**
                 * @description The shop was disconnected or uninstalled, or no active sync rule gives its records of this type to the caller.
                 * @example disconnected
                 * @enum {string}
                 */
                reason: "disconnected" | "uninstalled" | "rule_off";
                /**
                 * Format: uuid
                 * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
                 */
                system_connection_id: string;
            };
        };
        EndpointTestEvent: {
            data: Record<string, never>;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @enum {string} */
            type: "endpoint.test";
        };
        ErasedRows: {
            customers: number;
            /** @description Why runs and tasks failed, what examinations found, the audit log, notification addresses. */
            log_rows: number;
            orders: number;
            products: number;
            /** @description Webhooks that waited, or had failed: their bodies are gone. */
            webhooks: number;
        };
        ErasureRepresentation: {
            /** @description Rows that lost the person. */
            counts: components["schemas"]["ErasedRows"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `running`: the person is being taken out of what is stored; nothing new that names the person is stored. `done`: nothing names it.
             * @enum {string}
             */
            status: "running" | "done";
        };
        FailedAttemptRepresentation: {
            /** Format: date-time */
            at: string;
            /**
             * @description The shop refused the credentials; it did not respond, or only with errors; something other than the platform responded.
             * @enum {string}
             */
            code: "credentials_refused" | "blocked" | "shop_unreachable" | "other_platform";
        };
        FinaliseAsCallerInput: {
            /** @description The token that the plugin showed to the shop owner. */
            connection_token: string;
        };
        FinaliseAsPluginInput: {
            /**
             * @description Root URL of the shop, at most 2,048 characters. It may include the REST path.
             * @example https://shop.example
             */
            base_url: string;
            /** @description The token that the shop owner pasted. */
            connection_token: string;
            /** @description At most 16 KiB. Stored encrypted and never shown. */
            credentials: {
                [key: string]: unknown;
            };
            plugin?: components["schemas"]["PluginInput"];
            /** @example commerce_a */
            system_slug: string;
        };
        FinalisedByPlugin: {
            base_url: string | null;
            /** @description Record types that the connection may import now. Empty until its sync rules are derived, a few seconds after activation. */
            capabilities: ("customers" | "products" | "orders")[];
            configuration: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description The same as `id`.
             */
            connection_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disconnected_at: string | null;
            external_user_id: string | null;
            /**
             * Format: date-time
             * @description A disconnected connection can be reconnected until then.
             */
            grace_deadline: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_connected_at: string | null;
            /**
             * Format: date-time
             * @description When a sync of any capability last succeeded.
             */
            last_synced_at: string | null;
            meta: {
                [key: string]: unknown;
            };
            name: string;
            /** @enum {string} */
            status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
            /** @description Why it does not work now, in any status: `waiting_for_shop` while the shop fails the syncs of an active connection, `incomplete_copy` when a sync could not read all that the shop has, `doctor_problem` after an examination found something wrong, `webhooks_refused` and `webhooks_silent` when the shop's webhooks do not arrive, `reachable_again` once the shop of a connection in error responds again, `webhook_endpoint_failing` and `webhook_endpoint_disabled` when the caller's own endpoint takes no events. */
            status_reason: components["schemas"]["StatusReasonRepresentation"] | null;
            /** @description The open sync run: one that runs or waits for the shop, else one that is queued. */
            sync: components["schemas"]["SyncRunRepresentation"] | null;
            /** @description Null until the plugin names it. */
            system: components["schemas"]["SystemRepresentation"] | null;
            /** Format: uuid */
            tenant_id: string | null;
            /** Format: date-time */
            updated_at: string;
            /** @description For the plugin's embedded configuration widget and its life cycle calls. Shown only once. */
            widget_token: string;
        };
        /** @description The token is known, but its origin or the status of its connection does not allow the request; or the origin of the page may not initialise a direct system. In the admin API: the role of the user does not allow it, or a page of another site sent it. Use a token of the kind that the route takes, and read the status of its connection. */
        ForbiddenProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 403;
            /** @constant */
            title: "This token does not allow that";
            /** @constant */
            type: "/problems/forbidden";
        };
        IncompleteRepresentation: {
            /** @description In words for a person. */
            reason: string;
        };
        InitialiseDirectSystemInput: {
            external_user_id?: string | null;
            /**
             * @description Slug of a direct system.
             * @example mailing_platform
             */
            system_slug: string;
            /**
             * @description Name of the company, for those who operate the service. Default: a generated one. The tenant is always a new one.
             * @example Tea House Ltd
             */
            tenant_name?: string | null;
        };
        InitialisedDirectSystem: {
            connection: components["schemas"]["ConnectionRepresentation"];
            /** Format: uuid */
            tenant_id: string;
            /** @description Access token. It never expires and is shown only once. sca_ and 43 characters. */
            token: string;
        };
        /** @description The connection token is unknown, used, expired, or of the other handshake. Request a new one. */
        InvalidConnectionTokenProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 422;
            /** @constant */
            title: "The connection token cannot be used here";
            /** @constant */
            type: "/problems/invalid-connection-token";
        };
        /** @description A webhook is not signed with the secret of its connection. An unknown connection gets the same response. Sign the bytes of the body with the `webhook_secret` of this connection: HMAC-SHA256, in base64 or hex. */
        InvalidSignatureProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 401;
            /** @constant */
            title: "A valid signature is required";
            /** @constant */
            type: "/problems/invalid-signature";
        };
        InvalidValue: {
            /** @description Stable code of the reason. Present where docs/problems.md lists codes. */
            code?: string;
            detail: string;
            /** @description JSON pointer to the value. */
            pointer: string;
        };
        IssueWidgetTokenInput: {
            /**
             * Format: date-time
             * @description In the future. Default: it never expires.
             */
            expires_at?: string | null;
        };
        IssuedWidgetToken: {
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null: it never expires.
             */
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Null: never used.
             */
            last_used_at: string | null;
            /** @description Access token for <service-config>. Shown only once. sca_ and 43 characters. */
            widget_token: string;
        };
        /** @description A line of an order. */
        LineItem: {
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string | null;
            /**
             * @description Name of the product at the time of purchase.
             * @example Green tea
             */
            name: string;
            /**
             * @description Secondary identifier, for example of a variant.
             * @example null
             */
            product_custom_id: string | null;
            /**
             * Format: uuid
             * @description The id of the product in this service. Null until the product is imported.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            product_id: string | null;
            /**
             * @description The platform's identifier of the product.
             * @example 289
             */
            product_source_id: string;
            /** @example 2 */
            quantity: number;
            /** @example TEA-1 */
            sku: string | null;
            /**
             * @description The platform's own identifier.
             * @example 9
             */
            source_id: string;
            /**
             * @description Total of the line after discounts, in hundredths of the currency unit, for every currency.
             * @example 3980
             */
            total: number;
            /**
             * @description Price per unit, in hundredths of the currency unit, for every currency.
             * @example 1990
             */
            unit_price: number;
        };
        /** @description The body is not well-formed JSON, is nested more than 32 levels deep, has more than 10,000 members or a name of more than 200 characters, or the address cannot be decoded. Send well-formed JSON within these limits to a well-formed address. */
        MalformedRequestProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 400;
            /** @constant */
            title: "The request cannot be read";
            /** @constant */
            type: "/problems/malformed-request";
        };
        MoveShopInput: {
            /**
             * @description Where the shop is now.
             * @example https://new.shop.example
             */
            base_url: string;
            /** @description At most 16 KiB. Stored encrypted and never shown. */
            credentials: {
                [key: string]: unknown;
            };
            plugin?: components["schemas"]["PluginInput"];
        };
        NewWebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /**
             * @description `gone`: it responded with 410. `failing`: all attempts failed for five days.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /** @description Null: all. */
            events: ("connection.status_changed" | "sync_run.finished" | "records.changed" | "configuration.saved" | "person.erased" | "endpoint.test")[] | null;
            /**
             * Format: date-time
             * @description The first failure since the last success. Null: the last attempt succeeded.
             */
            failing_since: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_delivered_at: string | null;
            /** @description Verifies what arrives. Shown only once. whsec_ and 32 bytes in base64. */
            secret: string;
            /** @description Connections whose events it gets. Null: all. */
            source_connection_ids: string[] | null;
            /**
             * @description `disabled`: it takes no events, and gets none until it is enabled.
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        /** @description The address or id does not exist, or belongs to another tenant. Compare the address with the API description, and the id with the list of your connections. */
        NotFoundProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 404;
            /** @constant */
            title: "There is nothing here";
            /** @constant */
            type: "/problems/not-found";
        };
        NotificationAddresses: {
            addresses: string[];
            /** @description false: this service sends no mail, and takes no addresses. */
            mail_configured: boolean;
        };
        NotificationAddressesInput: {
            /** @description At most 10. Those that are left out go. Addresses that differ in case alone are one. */
            addresses: string[];
        };
        /** @description An order in a shop, with its line items. */
        Order: {
            address_billing: components["schemas"]["Address"] | null;
            address_shipping: components["schemas"]["Address"] | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            created_at_utc: string | null;
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string;
            /** @description Platform fields without a member of their own. */
            custom_attributes: components["schemas"]["CustomAttribute"][];
            /**
             * Format: uuid
             * @description The id of the customer in this service. Null for guests and until the customer is imported.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            customer_id: string | null;
            /**
             * @description The platform's identifier of the customer. Null for guests.
             * @example 47
             */
            customer_source_id: string | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            date_paid: string | null;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            date_paid_utc: string | null;
            /**
             * Format: date-time
             * @description When the shop deleted the record, in UTC. Null: not deleted.
             * @example null
             */
            deleted_at: string | null;
            /**
             * Format: uuid
             * @description The id of the record in this service.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            id: string;
            line_items: components["schemas"]["LineItem"][];
            /**
             * @description The platform's own identifier.
             * @example 517
             */
            source_id: string;
            /**
             * @description The order number that people see.
             * @example 1517
             */
            source_order_number: string | null;
            /**
             * @description As the platform names it; platforms share no vocabulary.
             * @example processing
             */
            status: string;
            /**
             * Format: date-time
             * @description When this service last wrote the record, in UTC.
             * @example 2026-01-05T12:00:00.000Z
             */
            synced_at: string;
            /**
             * @example commerce_a
             * @enum {string}
             */
            system: "commerce_a" | "commerce_b" | "mailing_platform" | "user-platform";
            /**
             * Format: uuid
             * @description The connection to the shop that the record comes from.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            system_connection_id: string;
            tags: string[];
            /**
             * @description Grand total, in hundredths of the currency unit, for every currency.
             * @example 4990
             */
            total: number;
            /**
             * @description Shipping, in hundredths of the currency unit, for every currency.
             * @example 490
             */
            total_shipping: number | null;
            /**
             * @description Tax, in hundredths of the currency unit, for every currency.
             * @example 797
             */
            total_tax: number | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            updated_at_utc: string | null;
        };
        OrderLine: {
            /**
             * @description To read on after this line.
             * @example WyJjdXN0b21lcnMiLCI3MzEiXQ
             */
            cursor: string;
            record?: components["schemas"]["Order"];
            /** @description Drop the records of this connection. If they come back, the feed has all of them again. */
            source_left?: {
                /**
                 * Format: date-time
                 * @example 2026-03-02T09:15:00.000Z
                 */
                at: string;
                /**
                 * @description The shop was disconnected or uninstalled, or no active sync rule gives its records of this type to the caller.
                 * @example disconnected
                 * @enum {string}
                 */
                reason: "disconnected" | "uninstalled" | "rule_off";
                /**
                 * Format: uuid
                 * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
                 */
                system_connection_id: string;
            };
        };
        OrderPage: {
            data: components["schemas"]["Order"][];
            /**
             * @description Whether more records can be read now. A page may be short although more follow.
             * @example false
             */
            has_more: boolean;
            /** @description Sources that left since the cursor; mostly none. Take them into account before `data`: records of them on the same page came back later. */
            left: components["schemas"]["DepartedSource"][];
            /**
             * @description Keep the last one: later changes follow it.
             * @example WyJjdXN0b21lcnMiLCI3MzEiXQ
             */
            next_cursor: string;
        };
        /** @description The body is larger than 128 KiB, credentials than 16 KiB, or a webhook than `WEBHOOK_MAX_BYTES` (1 MiB); or it comes in many tiny chunks. Send less at a time. If the detail mentions chunks, send larger ones. */
        PayloadTooLargeProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 413;
            /** @constant */
            title: "The request is too large";
            /** @constant */
            type: "/problems/payload-too-large";
        };
        PersonErasedEvent: {
            data: {
                /** Format: uuid */
                erasure_id: string;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @enum {string} */
            type: "person.erased";
        };
        PersonInput: {
            /** @description The person's e-mail address, compared without regard to case. It is stored nowhere but in a hash, and sealed while an erasure runs. */
            email: string;
        };
        PluginInput: {
            /**
             * Format: uuid
             * @description Made once per installation of the plugin.
             */
            installation_id?: string;
            /** @example service-connector */
            name: string;
            php_version?: string;
            /** @description Of the shop's platform. */
            platform_version?: string;
            /** @example 0.1.0 */
            version: string;
        };
        /** @description The resource no longer has an entity tag that `If-Match` names: another request changed it meanwhile. Nothing was stored. Read it again, and send the change with the new `ETag` if it still applies. */
        PreconditionFailedProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 412;
            /** @constant */
            title: "What the request is based on has changed";
            /** @constant */
            type: "/problems/precondition-failed";
        };
        /** @description A problem (RFC 9457). */
        Problem: {
            /** @description About this occurrence, for people. Its wording may change. */
            detail: string;
            /** @description Path of the request. */
            instance: string;
            status: number;
            /** @description Belongs to the type. */
            title: string;
            /**
             * Format: uri-reference
             * @description Stable: branch on it. The address of a page with cause and remedy.
             */
            type: string;
        };
        /** @description A product of a shop. */
        Product: {
            /** @example null */
            brand_name: string | null;
            categories: string[];
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            created_at_utc: string | null;
            /**
             * @description ISO 4217. Products of commerce_a carry none: null.
             * @example EUR
             */
            currency: string | null;
            /** @description Platform fields without a member of their own. */
            custom_attributes: components["schemas"]["CustomAttribute"][];
            /**
             * Format: date-time
             * @description When the shop deleted the record, in UTC. Null: not deleted.
             * @example null
             */
            deleted_at: string | null;
            /**
             * @description Plain text.
             * @example null
             */
            description: string | null;
            /**
             * Format: uuid
             * @description The id of the record in this service.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            id: string;
            /**
             * @description URL of the first image.
             * @example null
             */
            image_url: string | null;
            /** @example Green tea */
            name: string;
            /**
             * @description Times ordered.
             * @example null
             */
            order_count: number | null;
            /**
             * @description Price before discounts, in hundredths of the currency unit, for every currency.
             * @example 2490
             */
            original_price: number | null;
            /**
             * @description Current price, in hundredths of the currency unit, for every currency.
             * @example 1990
             */
            price: number | null;
            /** @example TEA-1 */
            sku: string | null;
            /**
             * @description Secondary identifier of the platform.
             * @example null
             */
            source_custom_id: string | null;
            /**
             * @description The platform's own identifier.
             * @example 517
             */
            source_id: string;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive" | "deleted";
            /**
             * Format: date-time
             * @description When this service last wrote the record, in UTC.
             * @example 2026-01-05T12:00:00.000Z
             */
            synced_at: string;
            /**
             * @example commerce_a
             * @enum {string}
             */
            system: "commerce_a" | "commerce_b" | "mailing_platform" | "user-platform";
            /**
             * Format: uuid
             * @description The connection to the shop that the record comes from.
             * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
             */
            system_connection_id: string;
            tags: string[];
            /**
             * @description Audience, as the platform names it.
             * @example null
             */
            target_group: string | null;
            /**
             * @description As the shop gives it: of commerce_a its local time without offset, of commerce_b with the offset of its time zone where that is known.
             * @example 2026-01-05T13:00:00
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description The same instant in UTC. Null when the shop does not reveal it.
             * @example 2026-01-05T12:00:00Z
             */
            updated_at_utc: string | null;
            /** @example null */
            url: string | null;
        };
        ProductLine: {
            /**
             * @description To read on after this line.
             * @example WyJjdXN0b21lcnMiLCI3MzEiXQ
             */
            cursor: string;
            record?: components["schemas"]["Product"];
            /** @description Drop the records of this connection. If they come back, the feed has all of them again. */
            source_left?: {
                /**
                 * Format: date-time
                 * @example 2026-03-02T09:15:00.000Z
                 */
                at: string;
                /**
                 * @description The shop was disconnected or uninstalled, or no active sync rule gives its records of this type to the caller.
                 * @example disconnected
                 * @enum {string}
                 */
                reason: "disconnected" | "uninstalled" | "rule_off";
                /**
                 * Format: uuid
                 * @example 01a1fd34-7c1e-7b5a-9d3f-2a6c1b9e4f07
                 */
                system_connection_id: string;
            };
        };
        ProductPage: {
            data: components["schemas"]["Product"][];
            /**
             * @description Whether more records can be read now. A page may be short although more follow.
             * @example false
             */
            has_more: boolean;
            /** @description Sources that left since the cursor; mostly none. Take them into account before `data`: records of them on the same page came back later. */
            left: components["schemas"]["DepartedSource"][];
            /**
             * @description Keep the last one: later changes follow it.
             * @example WyJjdXN0b21lcnMiLCI3MzEiXQ
             */
            next_cursor: string;
        };
        RecordsChangedEvent: {
            data: {
                /** @description How often records changed. One record may have changed more than once. */
                changes: number;
                /** @description Valid together with that `source_connection_id`. */
                cursor: string;
                /** Format: uuid */
                source_connection_id: string;
                /** @enum {string} */
                type: "customers" | "products" | "orders";
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @enum {string} */
            type: "records.changed";
        };
        RenewCredentialsInput: {
            /** @description At most 16 KiB. Stored encrypted and never shown. */
            credentials: {
                [key: string]: unknown;
            };
        };
        RequestSyncsInput: {
            /** @description Default: everything that the connection may import now. */
            capabilities?: ("customers" | "products" | "orders")[];
            /**
             * @description delta: records that changed. full: all records. reconcile: compares what is listed and stored, and reads the missing ones.
             * @default delta
             * @enum {string}
             */
            mode?: "delta" | "full" | "reconcile";
        };
        /** @description The headers took longer than 5 seconds to arrive, or the whole request longer than 10. Under heavy load slow requests are cut earlier. Send the request again, in one go. */
        RequestTimeoutProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 408;
            /** @constant */
            title: "The request took too long to arrive";
            /** @constant */
            type: "/problems/request-timeout";
        };
        RequestedDelivery: {
            /** Format: uuid */
            delivery_id: string;
        };
        RequestedSyncs: {
            data: components["schemas"]["SyncRunRepresentation"][];
        };
        RotateAccessTokenInput: {
            /**
             * @description How long the old token, and others of its kind, stay valid, so that a lost response can be repeated. 0: they end at once.
             * @default 0
             */
            overlap_seconds?: number;
        };
        RotateWebhookSecretInput: {
            /**
             * @description How long both secrets sign. 0: the old one ends at once.
             * @default 86400
             */
            overlap_seconds?: number;
        };
        RotatedAccessToken: {
            /**
             * Format: date-time
             * @description Null: it never expires.
             */
            expires_at: string | null;
            /** @description Access token. Shown only once. sca_ and 43 characters. */
            token: string;
        };
        RotatedWebhookSecret: {
            /** @description Shown only once. */
            secret: string;
        };
        SaveConfigurationInput: {
            /**
             * @example {
             *       "data_types": [
             *         "orders"
             *       ],
             *       "direction": "outgoing"
             *     }
             */
            configuration: {
                [key: string]: unknown;
            };
        };
        SavedConfiguration: {
            /**
             * @example {
             *       "data_types": [
             *         "orders"
             *       ],
             *       "direction": "outgoing"
             *     }
             */
            configuration: {
                [key: string]: unknown;
            };
        };
        /** @description A dependency such as Postgres is unavailable, or the service is stopping. Retry after the seconds in `Retry-After`. */
        ServiceUnavailableProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 503;
            /** @constant */
            title: "The service cannot work just now";
            /** @constant */
            type: "/problems/service-unavailable";
        };
        StartAsTenantInput: {
            /**
             * @description Slug of a shop platform: only a plugin of that can finish the handshake. Default: any plugin can.
             * @example commerce_a
             */
            connection?: string | null;
            /**
             * Format: uuid
             * @description Ignored: the tenant is that of the bearer.
             */
            tenant_id?: string;
        };
        StartPluginHandshakeInput: {
            /**
             * @description Root URL of the shop, at most 2,048 characters. It may include the REST path.
             * @example https://shop.example
             */
            base_url: string;
            /** @description At most 16 KiB. Stored encrypted and never shown. */
            credentials: {
                [key: string]: unknown;
            };
            plugin?: components["schemas"]["PluginInput"];
            /** @example commerce_a */
            system_slug: string;
        };
        StartSessionInput: {
            /**
             * @description Default: an hour, the longest.
             * @default 3600
             */
            lifetime_seconds?: number;
            /**
             * @description The element of the page: `<service-connector>`, or `<service-webhooks>`. The token does nothing else.
             * @default connector
             * @enum {string}
             */
            page?: "connector" | "webhooks";
        };
        StartedPluginHandshake: {
            /**
             * Format: uuid
             * @description The id that the connectivity check names.
             */
            connection_id: string;
            /** @description Shown only once. scc_ and 43 characters. */
            connection_token: string;
            /** Format: date-time */
            expires_at: string;
            /** @description For the plugin's embedded configuration widget. Shown only once; registering again revokes it. */
            widget_token: string;
        };
        StartedTenantHandshake: {
            /**
             * Format: uuid
             * @description Poll the status of this connection until it is active.
             */
            connection_id: string;
            /** @description Shown only once. scc_ and 43 characters. */
            connection_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        StatusReasonRepresentation: {
            /**
             * @description Stable name for programs.
             * @example shop_unreachable
             */
            code: string;
            /** @description What failed, and what to do. */
            message: string;
            /** Format: date-time */
            since: string;
        };
        StoredRecordsRepresentation: {
            customers: number;
            orders: number;
            products: number;
        };
        SyncRunFinishedEvent: {
            data: {
                /** Format: uuid */
                connection_id: string;
                run: components["schemas"]["SyncRunRepresentation"];
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @enum {string} */
            type: "sync_run.finished";
        };
        SyncRunRepresentation: {
            /** @description Bytes of the bodies of its responses, once decompressed. */
            bytes: number;
            /** @enum {string} */
            capability: "customers" | "products" | "orders";
            /** @description Records that the shop no longer lists and that are too many to delete unasked. 0 once confirmed, or replaced by a newer list. */
            deletions_held_back: number;
            /** @description Human-readable reason of the failure. */
            error: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            /** @description The shop may have records that this run did not read. Null: as far as the shop says, it read all. Null, too, when it failed. */
            incomplete: components["schemas"]["IncompleteRepresentation"] | null;
            /** @enum {string} */
            mode: "delta" | "full" | "reconcile";
            /**
             * Format: date-time
             * @description Fetches only records modified after this instant. Null: all records.
             */
            modified_after: string | null;
            pages_done: number;
            /** @description Null until the shop has reported it. */
            pages_total: number | null;
            /** @description Records that two lists in a row no longer showed and that are therefore deleted. */
            records_deleted: number;
            records_fetched: number;
            records_skipped: number;
            records_written: number;
            /** @description Requests to the shop. Counted whenever a batch of pages ends. */
            requests: number;
            /** @description Rows that the list had when the run began. Null: the shop did not say. */
            rows_listed: number | null;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "waiting" | "succeeded" | "failed" | "cancelled";
            /** @description Why the run waits: the shop fails, is slow or asked to wait. Null unless it is waiting. */
            waiting: components["schemas"]["WaitingRepresentation"] | null;
            /** @description How long the run waited for its shop, or for a place among the requests to it. Milliseconds. */
            waiting_ms: number;
        };
        SystemRepresentation: {
            capabilities: ("customers" | "products" | "orders")[];
            name: string;
            slug: string;
        };
        /** @description This client, or all clients together, sent more requests than the route allows; or too many large pages of the records feed are being read. Wait for the seconds in `Retry-After`. For the records feed: read fewer large pages at a time. */
        TooManyRequestsProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 429;
            /** @constant */
            title: "Too many requests";
            /** @constant */
            type: "/problems/too-many-requests";
        };
        TransitionRepresentation: {
            /**
             * @description Who did it: plugin, breaker, schedule; caller or widget and the id of the connection whose token was used.
             * @example caller:01960000-0000-7000-8000-00000000000a
             */
            actor: string;
            /** Format: date-time */
            at: string;
            /**
             * @description Null: the connection was created.
             * @enum {string|null}
             */
            from_status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled" | null;
            /** Format: uuid */
            id: string;
            /**
             * @description What made the connection move, or what happened while it stayed.
             * @enum {string}
             */
            reason: "direct initialisation" | "plugin registration" | "tenant initiation" | "caller finalisation" | "plugin finalisation" | "breaker opened" | "retired by reconnect" | "deactivation" | "disconnection" | "reconnection" | "credential renewal" | "address change" | "uninstallation" | "abandonment" | "end of grace" | "webhooks of a copy ignored" | "shop reachable again" | "webhook endpoint failing" | "webhook endpoint disabled";
            /** @enum {string} */
            to_status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
        };
        /** @description No access token came with the request, it came more than once, or the service does not know it: it was revoked, replaced or has ended. In the admin API: there is no session, or it has ended. Send `Authorization: Bearer sca_…`, once. `WWW-Authenticate` says whether a token was missing or unknown. Issue a new token for an unknown one. In the admin API: sign in again. */
        UnauthorizedProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 401;
            /** @constant */
            title: "A valid bearer token is required";
            /** @constant */
            type: "/problems/unauthorized";
        };
        /** @description The body is not declared as JSON, or is compressed. Send `Content-Type: application/json` and no `Content-Encoding`. */
        UnsupportedMediaTypeProblem: components["schemas"]["Problem"] & {
            /** @constant */
            status: 415;
            /** @constant */
            title: "The body must be JSON";
            /** @constant */
            type: "/problems/unsupported-media-type";
        };
        /** @description At least one value is missing, of the wrong type or out of its range, or a query parameter is unknown. `errors` names each value by its pointer. Correct them and send the request again. */
        ValidationFailedProblem: components["schemas"]["Problem"] & {
            /** @description Each value that is not valid. */
            errors?: components["schemas"]["InvalidValue"][];
            /** @constant */
            status: 422;
            /** @constant */
            title: "Some values are not valid";
            /** @constant */
            type: "/problems/validation-failed";
        };
        /** @description The shop did not confirm the credentials, did not respond, or is another one than before. Nothing was stored, and a connection token stays valid. Check the address and the credentials, and that the plugin responds. A plugin that finalises with a connection token gets the `reason`; to all others only the log of the service gives it. */
        VerificationFailedProblem: components["schemas"]["Problem"] & {
            /**
             * Format: uri
             * @description With `redirected`: where the shop redirects to.
             */
            location_origin?: string;
            /** @description Why, for programs: one of redirected, tls, unreachable, not_found, not_this_platform, other_platform, refused, slow, other. Only for a plugin that was invited by a connection token. */
            reason?: string;
            /** @constant */
            status: 422;
            /** @constant */
            title: "The credentials could not be verified";
            /** @constant */
            type: "/problems/verification-failed";
        };
        WaitingRepresentation: {
            /** @description In words for a person. */
            reason: string;
            /**
             * Format: date-time
             * @description When the shop is asked again. In the past: it is being asked now.
             */
            until: string;
        };
        WebhookDeliveryRepresentation: {
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
            /** @enum {string} */
            event_type: "connection.status_changed" | "sync_run.finished" | "records.changed" | "configuration.saved" | "person.erased" | "endpoint.test";
            /**
             * Format: uuid
             * @description The `webhook-id` of each attempt.
             */
            id: string;
            /** @description Why the last attempt failed, in words for a person. */
            last_error: string | null;
            /** @description Null: none arrived. */
            last_response_status: number | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /**
             * @description `failed`: all attempts failed, or the endpoint was paused or disabled before one succeeded.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
        };
        WebhookEndpointRepresentation: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /**
             * @description `gone`: it responded with 410. `failing`: all attempts failed for five days.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
            /** @description Null: all. */
            events: ("connection.status_changed" | "sync_run.finished" | "records.changed" | "configuration.saved" | "person.erased" | "endpoint.test")[] | null;
            /**
             * Format: date-time
             * @description The first failure since the last success. Null: the last attempt succeeded.
             */
            failing_since: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_delivered_at: string | null;
            /** @description Connections whose events it gets. Null: all. */
            source_connection_ids: string[] | null;
            /**
             * @description `disabled`: it takes no events, and gets none until it is enabled.
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        WidgetConnection: {
            /** @description What the bearer may do with the connection in its present status. */
            actions: ("disconnect" | "reconnect" | "uninstall")[];
            base_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disconnected_at: string | null;
            /**
             * Format: date-time
             * @description A disconnected connection can be reconnected until then.
             */
            grace_deadline: string | null;
            /** Format: uuid */
            id: string;
            /** @description Why the latest attempt to use the connection token failed, while that token is valid. */
            last_attempt: components["schemas"]["FailedAttemptRepresentation"] | null;
            /** Format: date-time */
            last_connected_at: string | null;
            /**
             * Format: date-time
             * @description When a sync of any capability last succeeded.
             */
            last_synced_at: string | null;
            name: string;
            /** @description Records stored now, without deleted ones. 10000 stands for that many or more. */
            records: components["schemas"]["StoredRecordsRepresentation"];
            /** @enum {string} */
            status: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
            /** @description Why it does not work now, in any status: `waiting_for_shop` while the shop fails the syncs of an active connection, `incomplete_copy` when a sync could not read all that the shop has, `doctor_problem` after an examination found something wrong, `webhooks_refused` and `webhooks_silent` when the shop's webhooks do not arrive, `reachable_again` once the shop of a connection in error responds again, `webhook_endpoint_failing` and `webhook_endpoint_disabled` when the caller's own endpoint takes no events. */
            status_reason: components["schemas"]["StatusReasonRepresentation"] | null;
            /** @description The open sync run: one that runs or waits for the shop, else one that is queued. */
            sync: components["schemas"]["SyncRunRepresentation"] | null;
            /** @description Null until the plugin names it. */
            system: components["schemas"]["SystemRepresentation"] | null;
        };
        WidgetSession: {
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: uuid
             * @description With it `DELETE /api/access-tokens/{token_id}` ends the session.
             */
            id: string;
            /**
             * Format: uuid
             * @description For `tenantId` of the element.
             */
            tenant_id: string;
            /** @description For `token` of the element. Shown only once. sca_ and 43 characters. */
            token: string;
        };
        WidgetTokenRepresentation: {
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null: it never expires.
             */
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Null: never used.
             */
            last_used_at: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccessTokens: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccessTokenRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is unknown from now on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateAccessTokenInput"];
            };
        };
        responses: {
            /** @description The new token, shown only this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedAccessToken"];
                };
            };
        };
    };
    revokeListedAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is unknown from now on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getNotificationAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationAddresses"];
                };
            };
        };
    };
    replaceNotificationAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationAddressesInput"];
            };
        };
        responses: {
            /** @description The addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationAddresses"];
                };
            };
        };
    };
    requestErasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonInput"];
            };
        };
        responses: {
            /** @description The erasure */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureRepresentation"];
                };
            };
        };
    };
    readErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The erasure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureRepresentation"];
                };
            };
        };
    };
    liftErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lifted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    exportPersonalData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonInput"];
            };
        };
        responses: {
            /** @description One line for each row; empty where none names the address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    readCustomers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                /** @description Only records of this connection. */
                source_connection_id?: string;
                /** @description Only records that this service wrote at or after this instant. */
                updated_since?: string;
                /** @description Seconds that a request waits when there is nothing to read: it gets its response as soon as there is. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: at most `limit` records and 8 MiB, with `wait` 256 KiB. A short page is not the last one. Or lines, each with the cursor to read on from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                    "application/x-ndjson": components["schemas"]["CustomerLine"];
                };
            };
        };
    };
    readOrders: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                /** @description Only records of this connection. */
                source_connection_id?: string;
                /** @description Only records that this service wrote at or after this instant. */
                updated_since?: string;
                /** @description Seconds that a request waits when there is nothing to read: it gets its response as soon as there is. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: at most `limit` records and 8 MiB, with `wait` 256 KiB. A short page is not the last one. Or lines, each with the cursor to read on from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                    "application/x-ndjson": components["schemas"]["OrderLine"];
                };
            };
        };
    };
    readProducts: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                /** @description Only records of this connection. */
                source_connection_id?: string;
                /** @description Only records that this service wrote at or after this instant. */
                updated_since?: string;
                /** @description Seconds that a request waits when there is nothing to read: it gets its response as soon as there is. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: at most `limit` records and 8 MiB, with `wait` 256 KiB. A short page is not the last one. Or lines, each with the cursor to read on from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                    "application/x-ndjson": components["schemas"]["ProductLine"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                /** @description Slug of a system. */
                system?: string;
                status?: "active" | "pending" | "error" | "inactive" | "disconnected" | "uninstalled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    connect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InitialiseDirectSystemInput"] | components["schemas"]["StartAsTenantInput"] | components["schemas"]["FinaliseAsCallerInput"];
            };
        };
        responses: {
            /** @description For A, B and C, in this order */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialisedDirectSystem"] | components["schemas"]["StartedTenantHandshake"] | components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartPluginHandshakeInput"] | components["schemas"]["FinaliseAsPluginInput"];
            };
        };
        responses: {
            /** @description B: the connection, active, with its widget token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinalisedByPlugin"];
                };
            };
            /** @description A: the token for the shop owner */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedPluginHandshake"];
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    uninstallShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything is deleted, including its tokens */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getShopConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form and the stored values */
            200: {
                headers: {
                    /** @description Of the stored values. Send it as `If-Match` with a change of them. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationResponse"];
                };
            };
        };
    };
    saveShopConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is based on. If the stored values have changed since: 412, and nothing is stored. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveConfigurationInput"];
            };
        };
        responses: {
            /** @description All values as they are stored now */
            200: {
                headers: {
                    /** @description Of the stored values. Send it as `If-Match` with a change of them. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedConfiguration"];
                };
            };
        };
    };
    replaceShopCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewCredentialsInput"];
            };
        };
        responses: {
            /** @description The connection, active */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    disconnectShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, disconnected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    reconnectShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, active again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    listSyncs: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SyncRunRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    requestSyncs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RequestSyncsInput"];
            };
        };
        responses: {
            /** @description One run per capability, new or already open */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedSyncs"];
                };
            };
        };
    };
    confirmDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncRunRepresentation"];
                };
            };
        };
    };
    readShopTimeline: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TransitionRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listWidgetTokens: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WidgetTokenRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    issueWidgetToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssueWidgetTokenInput"];
            };
        };
        responses: {
            /** @description The token, shown only this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWidgetToken"];
                };
            };
        };
    };
    revokeWidgetToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointInput"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret, shown only this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointRepresentation"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookEndpointInput"];
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointRepresentation"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedDelivery"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretInput"];
            };
        };
        responses: {
            /** @description The new secret, shown only this once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedDelivery"];
                };
            };
        };
    };
    getOwnConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form and the stored values */
            200: {
                headers: {
                    /** @description Of the stored values. Send it as `If-Match` with a change of them. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationResponse"];
                };
            };
        };
    };
    saveOwnConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is based on. If the stored values have changed since: 412, and nothing is stored. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveConfigurationInput"];
            };
        };
        responses: {
            /** @description All values as they are stored now */
            200: {
                headers: {
                    /** @description Of the stored values. Send it as `If-Match` with a change of them. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedConfiguration"];
                };
            };
        };
    };
    getOwnConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConnection"];
                };
            };
        };
    };
    uninstallOwnShop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything is deleted, including the token */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    disconnectOwnShop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, disconnected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    moveOwnShop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveShopInput"];
            };
        };
        responses: {
            /** @description The connection, active at its new address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    reconnectOwnShop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection, active again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionRepresentation"];
                };
            };
        };
    };
    listShops: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                /** @description Slug of a shop platform. Default: all. */
                system?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WidgetConnection"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    getConnectionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionStatusResponse"] | components["schemas"]["BareConnectionStatus"];
                };
            };
        };
    };
    uninstallShopFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything is deleted, including its tokens */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    disconnectShopFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shop, disconnected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConnection"];
                };
            };
        };
    };
    reconnectShopFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shop, active again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConnection"];
                };
            };
        };
    };
    issueWidgetTokenFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssueWidgetTokenInput"];
            };
        };
        responses: {
            /** @description The token, shown only this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWidgetToken"];
                };
            };
        };
    };
    registerFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartPluginHandshakeInput"] | components["schemas"]["FinaliseAsPluginInput"];
            };
        };
        responses: {
            /** @description B: the connection, active, with its widget token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinalisedByPlugin"];
                };
            };
            /** @description A: the token for the shop owner */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedPluginHandshake"];
                };
            };
        };
    };
    startWidgetSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartSessionInput"];
            };
        };
        responses: {
            /** @description The session, with its token, shown only this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetSession"];
                };
            };
        };
    };
    listWebhookEndpointsOfPage: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createWebhookEndpointFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointInput"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret, shown only this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpointFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted, with its deliveries */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeWebhookEndpointFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookEndpointInput"];
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointRepresentation"];
                };
            };
        };
    };
    listWebhookDeliveriesOfPage: {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page. It never expires. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryRepresentation"][];
                        /** @description Pass it as cursor. Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    resendWebhookDeliveryFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedDelivery"];
                };
            };
        };
    };
    testWebhookEndpointFromPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedDelivery"];
                };
            };
        };
    };
    configurationSavedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same at every attempt: process each once. */
                "webhook-id": string;
                /** @description Of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigurationSavedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Respond within 15 seconds, and work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later. `Retry-After` of 429 and 503 counts, up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    connectionStatusChangedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same at every attempt: process each once. */
                "webhook-id": string;
                /** @description Of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionStatusChangedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Respond within 15 seconds, and work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later. `Retry-After` of 429 and 503 counts, up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endpointTestEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same at every attempt: process each once. */
                "webhook-id": string;
                /** @description Of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointTestEvent"];
            };
        };
        responses: {
            /** @description The endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Respond within 15 seconds, and work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later. `Retry-After` of 429 and 503 counts, up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    personErasedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same at every attempt: process each once. */
                "webhook-id": string;
                /** @description Of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonErasedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Respond within 15 seconds, and work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later. `Retry-After` of 429 and 503 counts, up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    recordsChangedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same at every attempt: process each once. */
                "webhook-id": string;
                /** @description Of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordsChangedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Respond within 15 seconds, and work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later. `Retry-After` of 429 and 503 counts, up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    syncRunFinishedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same at every attempt: process each once. */
                "webhook-id": string;
                /** @description Of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Of Standard Webhooks: `v1,` and base64; two, separated by a blank, while a secret is replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SyncRunFinishedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Respond within 15 seconds, and work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later. `Retry-After` of 429 and 503 counts, up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
