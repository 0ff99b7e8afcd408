<?php

namespace ServiceConnector;

/** An address of the service as an owner types it. */
final class ServiceAddress
{
    /** @return string Without a slash at the end. '': it is none, or not secure. */
    public static function of(string $typed): string
    {
        $typed = trim($typed);
        $typed = rtrim($typed === '' || strpos($typed, '://') !== false ? $typed : "https://$typed", '/');
        $parts = parse_url($typed);
        if (strlen($typed) > 255 || !is_array($parts) || empty($parts['host']) || array_intersect_key($parts, array_flip(['user', 'query', 'fragment'])) !== []) {
            return '';
        }
        $scheme = strtolower($parts['scheme'] ?? '');
        // A service on this machine, to try it.
        $isHere = in_array(strtolower($parts['host']), ['localhost', '127.0.0.1', '[::1]'], true);

        return $scheme === 'https' || ($scheme === 'http' && $isHere) ? $typed : '';
    }
}
