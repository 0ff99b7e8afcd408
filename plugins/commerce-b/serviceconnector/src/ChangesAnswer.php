<?php

namespace ServiceConnector;

/** What the list of changes says to the service of a link. A position to begin from may also be an instant, in milliseconds since 1970. */
final class ChangesAnswer
{
    private const MAX_LIMIT = 1000;

    /** @return array<string, mixed>|null Null: the request makes no sense. */
    public static function of(ChangeLog $log, Link $link, string $since, string $limit, string $version): ?array
    {
        if (!preg_match('/^\d{0,18}$/', $since) || !preg_match('/^\d{0,6}$/', $limit)) {
            return null;
        }
        $size = $limit === '' ? self::MAX_LIMIT : max(1, min(self::MAX_LIMIT, (int) $limit));
        $range = $log->range();
        $rows = $since === '' ? [] : $log->after($since, $link->shop, $size + 1);
        $hasMore = count($rows) > $size;
        $rows = array_slice($rows, 0, $size);
        // Rows that came in since are in no later position than what the caller asks from next.
        $next = $hasMore ? (string) end($rows)['position'] : self::later($range['newest'], $rows === [] ? '0' : (string) end($rows)['position']);

        return [
            'position' => (int) self::later($range['newest'], $next),
            'oldest' => (int) $range['oldest'],
            // Of what came before the link, the service's first look at the shop knows.
            'complete' => $since === '' || max((int) $since, (int) $link->loggedFrom) >= (int) $range['oldest'],
            'has_more' => $hasMore,
            'next' => (int) $next,
        ] + ChangeLog::grouped($rows) + ['module_version' => $version];
    }

    private static function later(string $one, string $other): string
    {
        return (int) $one >= (int) $other ? $one : $other;
    }
}
