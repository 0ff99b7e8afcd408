<?php

namespace ServiceConnector;

/** Looks at the shop's webservice as the service will, for reasons that the service tells only to those who were invited. */
final class ShopCheck
{
    /** @var Http */
    private $http;

    public function __construct(Http $http)
    {
        $this->http = $http;
    }

    /** @return array{reason: string, detail: string} Reason as in the service's problems. '': nothing is wrong from here. */
    public function look(string $address, string $key): array
    {
        if (self::isPrivate($address)) {
            return ['reason' => 'private', 'detail' => ''];
        }

        return self::judge($this->http->send('GET', "$address/api/shops?output_format=JSON", [
            'Authorization: Basic ' . base64_encode("$key:"),
        ], '', 8000), $address);
    }

    /** What the service has against an address, whatever responds there. '': nothing */
    public static function wrong(string $address): string
    {
        if ($address === '') {
            return 'no_address';
        }
        if (self::isPrivate($address)) {
            return 'private';
        }

        return strpos($address, 'https://') === 0 ? '' : 'http';
    }

    /** Whether the address leads to this machine or its own network. */
    public static function isPrivate(string $address): bool
    {
        $host = trim((string) parse_url($address, PHP_URL_HOST), '[]');
        if (filter_var($host, FILTER_VALIDATE_IP)) {
            return !filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE);
        }

        return strpos($host, '.') === false || (bool) preg_match('/\.(local|localhost|test|internal|lan|home)$/', $host);
    }

    /** @return array{reason: string, detail: string} */
    public static function judge(Response $response, string $address): array
    {
        if ($response->status === 0) {
            return ['reason' => $response->failure, 'detail' => ''];
        }
        if ($response->status >= 300 && $response->status < 400) {
            return ['reason' => 'redirected', 'detail' => self::origin($response->headers['location'] ?? '')];
        }
        $reasons = [401 => 'refused', 403 => 'refused', 404 => 'not_found', 503 => 'webservice_off'];
        if (isset($reasons[$response->status])) {
            return ['reason' => $reasons[$response->status], 'detail' => ''];
        }
        if ($response->status !== 200) {
            return ['reason' => 'unreachable', 'detail' => ''];
        }
        if (empty($response->json()['shops'])) {
            return ['reason' => 'not_this_platform', 'detail' => ''];
        }

        return ['reason' => self::wrong($address), 'detail' => ''];
    }

    private static function origin(string $location): string
    {
        return preg_match('#^https?://[^/?\#]+#', $location, $found) ? $found[0] : '';
    }
}
