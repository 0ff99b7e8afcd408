<?php

namespace ServiceConnector;

/** The service, as the module calls it for one link. */
final class Service
{
    /** The service verifies the shop meanwhile, for 10 seconds at most. */
    private const REGISTER_MS = 20000;
    private const CALL_MS = 5000;

    /** @var Http */
    private $http;

    public function __construct(Http $http)
    {
        $this->http = $http;
    }

    public static function registerUrl(string $service): string
    {
        return "$service/api/widget/register";
    }

    public static function moveUrl(Link $link): string
    {
        return "{$link->service}/api/widget/connection/move";
    }

    public function register(string $service, string $body): Response
    {
        return $this->http->send('POST', self::registerUrl($service), ['Content-Type: application/json'], $body, self::REGISTER_MS);
    }

    public function move(Link $link, string $body): Response
    {
        $headers = [self::bearer($link), 'Content-Type: application/json'];

        return $this->http->send('POST', self::moveUrl($link), $headers, $body, self::REGISTER_MS);
    }

    public static function bearer(Link $link): string
    {
        return 'Authorization: Bearer ' . $link->widgetToken;
    }

    public function status(Link $link): Response
    {
        return $this->call($link, 'GET', "/api/widget/connections/{$link->connectionId}/status");
    }

    public function disconnect(Link $link): Response
    {
        return $this->call($link, 'POST', '/api/widget/connection/disconnect');
    }

    /**
     * The service reads the shop during this call. A host with one PHP worker can answer only when this request is over, so it does not
     * wait for long: the status tells how it ended.
     */
    public function reconnect(Link $link): Response
    {
        return $this->call($link, 'POST', '/api/widget/connection/reconnect', null, 2000);
    }

    public function remove(Link $link): Response
    {
        return $this->call($link, 'DELETE', '/api/widget/connection');
    }

    public function erase(Link $link, string $email): Response
    {
        return $this->call($link, 'POST', '/api/privacy/erasures', ['email' => $email]);
    }

    public function erasure(Link $link, string $id): Response
    {
        return $this->call($link, 'GET', "/api/privacy/erasures/$id");
    }

    /** Lines of JSON. */
    public function export(Link $link, string $email): Response
    {
        return $this->call($link, 'POST', '/api/privacy/exports', ['email' => $email], 15000, 8388608);
    }

    private function call(Link $link, string $method, string $path, ?array $body = null, int $ms = self::CALL_MS, int $max = 262144): Response
    {
        $headers = [self::bearer($link)];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }

        return $this->http->send($method, $link->service . $path, $headers, $body === null ? '' : (string) json_encode($body), $ms, $max);
    }
}
