<?php

namespace ServiceConnector;

/** Both handshakes and a move: what is sent to the service, and what its response means. */
final class Linking
{
    /** @var Links */
    private $links;
    /** @var ChangeLog */
    private $log;

    public function __construct(Links $links, ChangeLog $log)
    {
        $this->links = $links;
        $this->log = $log;
    }

    /**
     * @param string $token Of the other side; '' when the shop starts
     * @param array<string, string> $plugin Name, versions, installation_id
     *
     * @return string Body of the call
     */
    public static function body(Link $link, string $key, string $token, array $plugin): string
    {
        $body = [
            'system_slug' => 'commerce_b',
            'base_url' => $link->baseUrl,
            'credentials' => ['api_key' => $key, 'webhook_secret' => $link->webhookSecret, 'module_version' => $plugin['version']],
            'plugin' => $plugin,
        ];

        return (string) json_encode($token === '' ? $body : $body + ['connection_token' => $token], JSON_UNESCAPED_SLASHES);
    }

    /** Whether the text can be a connection token. */
    public static function isToken(string $text): bool
    {
        return (bool) preg_match('/^scc_[A-Za-z0-9_-]{20,100}$/', $text);
    }

    /** @return bool False: the response is a refusal, or makes no sense. */
    public function accept(Link $link, Response $response): bool
    {
        $id = $response->text('connection_id') ?: $response->text('id');
        $widget = $response->text('widget_token');
        if (!preg_match('/^[0-9a-f-]{36}$/', $id) || !preg_match('/^sca_[A-Za-z0-9_-]{20,100}$/', $widget)) {
            return false;
        }
        if ($response->status === 201 && self::isToken($response->text('connection_token'))) {
            $link->state = Link::PENDING;
            $link->connectionToken = $response->text('connection_token');
            $link->tokenExpiresAt = (string) substr($response->text('expires_at'), 0, 40);
        } elseif ($response->status === 200) {
            $link->state = Link::LINKED;
            $link->connectionToken = $link->tokenExpiresAt = '';
        } else {
            return false;
        }
        $link->connectionId = $id;
        $link->widgetToken = $widget;
        $link->wanted = '';
        $link->hinted = $this->log->range()['newest'];
        $link->retryAt = $link->failures = 0;
        $link->problem = '';
        $this->links->save($link);

        return true;
    }

    /** The other side has used the token. */
    public function finish(Link $link): void
    {
        $link->state = Link::LINKED;
        $link->connectionToken = $link->tokenExpiresAt = '';
        $this->links->save($link);
    }

    /** @return bool Whether the service has moved this link to its new address. The same key works there. */
    public function moved(Link $link, string $address, Response $response): bool
    {
        if ($response->status !== 200 || $response->text('id') !== $link->connectionId) {
            return false;
        }
        $link->baseUrl = $address;
        $link->wanted = $link->problem = '';
        $link->retryAt = $link->failures = 0;
        $this->links->save($link);

        return true;
    }

    public function reset(Link $link): void
    {
        $link->state = Link::NONE;
        $link->baseUrl = $link->connectionId = $link->widgetToken = $link->connectionToken = $link->tokenExpiresAt = '';
        $link->loggedFrom = '0';
        $link->webhookSecret = $link->wanted = $link->problem = '';
        $link->retryAt = $link->failures = $link->uninstallTriedAt = 0;
        $this->links->save($link);
    }
}
