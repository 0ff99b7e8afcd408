<?php

namespace ServiceConnector;

/** Calls by curl, which the platform requires: no redirect is followed, certificates are checked, responses are bounded. */
final class CurlHttp implements Http
{
    public function send(string $method, string $url, array $headers, string $body, int $milliseconds, int $maxBytes = 262144): Response
    {
        $received = '';
        $found = [];
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_merge(['Accept: application/json', 'Expect:'], $headers),
            CURLOPT_USERAGENT => 'service-connector-prestashop',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_CONNECTTIMEOUT_MS => (int) ($milliseconds / 2),
            CURLOPT_TIMEOUT_MS => $milliseconds,
            CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$found) {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $found[strtolower(trim($parts[0]))] = trim($parts[1]);
                }

                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function ($curl, $part) use (&$received, $maxBytes) {
                $received .= $part;

                return strlen($received) > $maxBytes ? 0 : strlen($part);
            },
        ]);
        if ($body !== '') {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        curl_exec($curl);
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $failure = self::failure(curl_errno($curl));
        // A response that broke off, or was too long, is none.
        return $failure === '' ? new Response($status, $received, $found) : new Response(0, '', [], $failure);
    }

    private static function failure(int $code): string
    {
        if ($code === 0) {
            return '';
        }
        if ($code === CURLE_OPERATION_TIMEOUTED) {
            return 'slow';
        }

        // 35, 51, 60, 77, 83: the handshake or the certificate.
        return in_array($code, [35, 51, 60, 77, 83], true) ? 'tls' : 'unreachable';
    }
}
