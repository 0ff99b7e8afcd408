<?php

namespace ServiceConnector;

use Context;

/**
 * Collects the changes of one request. At its end, when the visitor has the page, they go into the log, and a hint goes
 * to the service.
 */
final class Recorder
{
    /** An import in one request writes some rows at a time. */
    private const MOST_COLLECTED = 500;
    /** Messages of one request: when the visitor waits for it, and when not. */
    private const MESSAGES_WAITED_FOR = 1;
    private const MESSAGES = 4;

    /** @var ChangedRecords|null */
    private static $records;

    /** @param callable $note Takes ChangedRecords, of a change that is stored */
    public static function note(callable $note): void
    {
        self::noteBefore($note);
        if (self::$records->count() >= self::MOST_COLLECTED) {
            self::write(new Parts());
        }
    }

    /** @param callable $note The same, of a change that is about to be stored: its rows wait for the end of the request */
    public static function noteBefore(callable $note): void
    {
        if (self::$records === null) {
            self::$records = new ChangedRecords();
            // Registered twice, so that it runs after what others registered meanwhile.
            register_shutdown_function(function () {
                register_shutdown_function([self::class, 'finish']);
            });
        }
        $note(self::$records);
    }

    /** Never fails: the shop's request is over. */
    public static function finish(): void
    {
        Guard::run(function () {
            $parts = new Parts();
            $links = self::write($parts);
            if ($links === []) {
                return;
            }
            $isReleased = self::release();
            if ($isReleased) {
                $parts->leave();
            }
            foreach ($links as $link) {
                if ($isReleased) {
                    $parts->catchUp($link, self::MESSAGES);
                } else {
                    $parts->hints->send($link, Shop::address($link->shop), self::MESSAGES_WAITED_FOR, time());
                }
            }
        });
    }

    /** @return Link[] Those of this installation that changes are kept for. Without one nothing is written. */
    private static function write(Parts $parts): array
    {
        $records = self::$records->take();
        $links = array_filter($parts->links->all(), function (Link $link) {
            return $link->isLogged();
        });
        if ($links !== []) {
            $parts->log->write($records);
        }

        return $links;
    }

    /** Lets the visitor go, where the server can. */
    private static function release(): bool
    {
        // The platform writes its cookie only when the request is over, which is too late then.
        $cookie = Context::getContext()->cookie;
        if (is_object($cookie) && method_exists($cookie, 'write')) {
            $cookie->write();
        }
        if (session_status() === PHP_SESSION_ACTIVE) {
            session_write_close();
        }
        if (PHP_SAPI === 'cli') {
            return true;
        }
        foreach (['fastcgi_finish_request', 'litespeed_finish_request'] as $finish) {
            if (function_exists($finish)) {
                return (bool) $finish();
            }
        }

        return false;
    }
}
