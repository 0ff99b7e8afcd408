<?php

namespace ServiceConnector;

/** The module's objects, put together for a request of the shop. */
final class Parts
{
    /** @var Database */
    public $database;
    /** @var Links */
    public $links;
    /** @var ChangeLog */
    public $log;
    /** @var Service */
    public $service;
    /** @var Hints */
    public $hints;
    /** @var Erasures */
    public $erasures;
    /** @var Http */
    public $http;

    public function __construct()
    {
        $this->http = new CurlHttp();
        $this->database = new ShopDatabase();
        $this->links = new Links($this->database);
        $this->log = new ChangeLog($this->database);
        $this->service = new Service($this->http);
        $this->hints = new Hints($this->http, $this->log, $this->links);
        $this->erasures = new Erasures($this->database, $this->service);
    }

    /** Ends the links of deleted shops. Call it when no visitor waits for the response. */
    public function leave(): void
    {
        foreach ($this->links->leaving() as $link) {
            (new Lifecycle($this->service, $this->links))->leave($link, time());
        }
    }

    /** Sends what waits for a linked shop, while nobody waits for it. */
    public function catchUp(Link $link, int $messages): void
    {
        $address = Shop::address($link->shop);
        $this->hints->send($link, $address, $messages, time());
        if ($link->isMade() && $link->isHome($address)) {
            $this->erasures->work($link, time());
        }
    }
}
