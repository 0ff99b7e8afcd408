<?php

namespace ServiceConnector;

/** Tells the service that the module was disabled, enabled or uninstalled, or that its shop was deleted. */
final class Lifecycle
{
    private const TRIES = 3;
    /** A second uninstallation within this time does without the service. */
    private const INSIST_SECONDS = 3600;
    private const PAUSE_SECONDS = 60;
    private const LONGEST_PAUSE_SECONDS = 86400;

    /** @var Service */
    private $service;
    /** @var Links */
    private $links;

    public function __construct(Service $service, Links $links)
    {
        $this->service = $service;
        $this->links = $links;
    }

    /** When the service cannot be told, the shop's key, which is switched off, keeps it out. */
    public function disconnect(Link $link): void
    {
        if ($link->isMade()) {
            $this->tried(function () use ($link) {
                return $this->service->disconnect($link);
            });
            $link->wanted = 'disconnected';
            $this->links->save($link);
        }
    }

    public function reconnect(Link $link): void
    {
        if ($link->isMade()) {
            $response = $this->service->reconnect($link);
            // 403: it was not disconnected. Without a response the status tells.
            $link->wanted = $response->isSuccess() || $response->status === 403 ? '' : 'active';
            $this->links->save($link);
        }
    }

    /** @return bool Whether the module may go: the service has removed the link, or the owner insists. */
    public function remove(Link $link, int $now): bool
    {
        if ($link->connectionId === '' || $now - $link->uninstallTriedAt < self::INSIST_SECONDS) {
            return true;
        }
        $response = $this->tried(function () use ($link) {
            return $this->service->remove($link);
        });
        if (self::isGone($response)) {
            return true;
        }
        $link->uninstallTriedAt = $now;
        $this->links->save($link);

        return false;
    }

    /** The shop of the link was deleted. The link goes when the service has removed it, and waits until then. */
    public function leave(Link $link, int $now): void
    {
        if ($link->state === Link::LEAVING && $link->retryAt > $now) {
            return;
        }
        $response = $link->connectionId === '' ? null : $this->service->remove($link);
        if ($response === null || self::isGone($response)) {
            $this->links->remove($link);

            return;
        }
        $link->failures = $link->state === Link::LEAVING ? $link->failures + 1 : 1;
        $pause = min(self::LONGEST_PAUSE_SECONDS, self::PAUSE_SECONDS * 2 ** min(11, $link->failures - 1));
        $link->retryAt = $now + max($response->retryAfter(), (int) $pause);
        $link->state = Link::LEAVING;
        $this->links->save($link);
    }

    /** 401 and 404: the link was gone already. */
    private static function isGone(Response $response): bool
    {
        return $response->isSuccess() || in_array($response->status, [401, 404], true);
    }

    private function tried(callable $call): Response
    {
        for ($try = 1;; ++$try) {
            $response = $call();
            if ($try === self::TRIES || !$response->isPassing()) {
                return $response;
            }
            usleep(300000);
        }
    }
}
