<?php

namespace ServiceConnector;

/** Tells the service which records have changed: ids, signed, no person's data. */
final class Hints
{
    private const PER_MESSAGE = 500;
    private const PAUSE_SECONDS = 60;
    private const LONGEST_PAUSE_SECONDS = 3600;

    /** @var Http */
    private $http;
    /** @var ChangeLog */
    private $log;
    /** @var Links */
    private $links;

    public function __construct(Http $http, ChangeLog $log, Links $links)
    {
        $this->http = $http;
        $this->log = $log;
        $this->links = $links;
    }

    /**
     * Sends what a linked shop's service does not yet know.
     *
     * @param string $address The shop's address now: a copy sends nothing
     * @param int $messages How many at most
     */
    public function send(Link $link, string $address, int $messages, int $now): void
    {
        if ($link->state !== Link::LINKED || $link->wanted === 'disconnected' || !$link->isHome($address) || $link->retryAt > $now) {
            return;
        }
        for ($sent = 0; $sent < $messages; ++$sent) {
            $rows = $this->log->after($link->hinted, $link->shop, self::PER_MESSAGE);
            if ($rows === []) {
                return;
            }
            $last = (string) end($rows)['position'];
            $response = $this->post($link, self::body($rows), $last);
            self::take($link, $response, $last, $now);
            $this->links->saveHints($link);
            if ($link->retryAt > $now) {
                return;
            }
        }
    }

    /** Empty lists are left out. */
    public static function body(array $rows): string
    {
        return (string) json_encode(array_filter(array_map('array_filter', ChangeLog::grouped($rows))));
    }

    public static function signature(string $body, string $secret): string
    {
        return base64_encode(hash_hmac('sha256', $body, $secret, true));
    }

    /** The same for each retry of one message: a UUID of its content and place. */
    public static function id(Link $link, string $body, string $last): string
    {
        $hash = sha1("{$link->connectionId} $last $body");
        $hash[12] = '5';
        $hash[16] = dechex(8 + hexdec($hash[16]) % 4);

        return implode('-', [substr($hash, 0, 8), substr($hash, 8, 4), substr($hash, 12, 4), substr($hash, 16, 4), substr($hash, 20, 12)]);
    }

    private function post(Link $link, string $body, string $last): Response
    {
        return $this->http->send('POST', "{$link->service}/api/webhooks/{$link->connectionId}", [
            'Content-Type: application/json',
            'X-Webhook-Topic: records.changed',
            'X-Webhook-Id: ' . self::id($link, $body, $last),
            'X-Webhook-Signature: ' . self::signature($body, $link->webhookSecret),
            'X-WC-Webhook-Source: ' . $link->baseUrl,
        ], $body, 1000);
    }

    /** What a response means for the link. */
    private static function take(Link $link, Response $response, string $last, int $now): void
    {
        if ($response->isPassing() || $response->status === 401) {
            ++$link->failures;
            $pause = min(self::LONGEST_PAUSE_SECONDS, self::PAUSE_SECONDS * 2 ** min(6, $link->failures - 1));
            $link->retryAt = $now + max($response->retryAfter(), $response->status === 401 ? self::LONGEST_PAUSE_SECONDS : (int) $pause);
            $link->problem = $response->status === 401 ? 'refused' : 'unreachable';

            return;
        }
        $link->hinted = $last;
        $link->retryAt = 0;
        $link->failures = 0;
        $link->problem = $response->isSuccess() ? '' : 'dropped';
    }
}
