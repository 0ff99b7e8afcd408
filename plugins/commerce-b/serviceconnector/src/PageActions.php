<?php

namespace ServiceConnector;

use Tools;

/** What the buttons of the page do. Each returns `error`, `reload`, or what its script asked for. */
final class PageActions
{
    /** @var \ServiceConnector */
    private $module;
    /** @var Parts */
    private $parts;
    /** @var Texts */
    private $texts;
    /** @var int */
    private $shop;

    public function __construct(\ServiceConnector $module, Parts $parts, Texts $texts, int $shop)
    {
        $this->module = $module;
        $this->parts = $parts;
        $this->texts = $texts;
        $this->shop = $shop;
    }

    /** Makes what the service needs, and says what to send there: the browser calls, so that PHP is free to answer the service. */
    public function prepare(): array
    {
        $link = $this->link();
        $service = Page::preset() ?: ServiceAddress::of((string) Tools::getValue('service'));
        $token = trim((string) Tools::getValue('connection_token'));
        $address = Shop::address($this->shop);
        if ($link->state === Link::LINKED) {
            return ['reload' => true];
        }
        $reasons = array_keys(array_filter([
            'service_address' => $service === '',
            'token_form' => $token !== '' && !Linking::isToken($token),
            'no_address' => $address === '',
            'webservice_consent' => !Shop::hasWebservice($this->shop) && Tools::getValue('webservice') !== '1',
        ]));
        if ($reasons !== []) {
            return $this->refusal($reasons[0]);
        }
        if (!Shop::hasWebservice($this->shop)) {
            $this->switchWebserviceOn();
        }
        if ($link->account === 0 || Shop::key($link->account) === '') {
            Shop::removeKey($link->account);
            $link->account = Shop::makeKey($this->shop, $this->module->displayName . ': ' . Shop::name($this->shop));
        }
        $link->service = $service;
        $link->baseUrl = $address;
        $link->webhookSecret = $link->webhookSecret ?: bin2hex(random_bytes(32));
        // From here on changes are logged: the service may read the shop before it says that it has taken the link.
        $link->loggedFrom = $this->parts->log->now();
        $this->parts->links->save($link);
        // A shop that was added later has no hooks yet.
        $this->module->registerHook(\ServiceConnector::hookNames(), [$this->shop]);

        return ['url' => Service::registerUrl($service), 'body' => $this->body($link, $token)];
    }

    /** The same call from here, for a browser that may not make it. */
    public function register(): array
    {
        $link = $this->link();
        $token = trim((string) Tools::getValue('connection_token'));
        if ($link->state === Link::LINKED || $link->service === '' || $link->webhookSecret === '') {
            return ['reload' => true];
        }

        return $this->took($link, $this->parts->service->register($link->service, $this->body($link, $token)), $token);
    }

    /** What the service answered the browser. */
    public function registered(): array
    {
        $body = (string) Tools::getValue('body');

        return $this->took($this->link(), new Response((int) Tools::getValue('status'), substr($body, 0, 65536)), trim((string) Tools::getValue('connection_token')));
    }

    public function status(): array
    {
        $link = $this->link();
        if (!$link->isMade() || !$link->isHome(Shop::address($this->shop))) {
            return ['kind' => $link->state];
        }
        if (Tools::getValue('now') === '1') {
            $link->retryAt = 0;
        }
        $response = $this->parts->service->status($link);
        $status = $response->status === 200 ? $response->text('status') : '';
        $canRead = Shop::hasWebservice($this->shop) && Shop::key($link->account) !== '';
        // The service notices when it reads next.
        $shown = $status === 'active' && !$canRead ? 'error' : $status;
        $linking = new Linking($this->parts->links, $this->parts->log);
        if ($link->state === Link::PENDING && $status !== '' && $status !== 'pending') {
            $linking->finish($link);
        }
        $this->follow($link, $status);
        $this->parts->catchUp($link, 20);
        $isGone = $response->status === 401 || $response->status === 404;

        return [
            'kind' => $link->state,
            'isGone' => $isGone,
            'status' => $shown,
            'lastSyncedAt' => $response->text('last_synced_at'),
            'isSyncing' => in_array($response->json()['sync']['status'] ?? '', ['queued', 'running', 'waiting'], true),
            'text' => $isGone ? '' : $this->texts->status($shown),
            'waiting' => $link->state === Link::LINKED ? $this->parts->log->countAfter($link->hinted, $link->shop) : 0,
            'problem' => $link->problem,
            'erasures' => $this->parts->erasures->count($link->shop),
        ];
    }

    /** Gives up a link that waits. */
    public function cancel(): array
    {
        $link = $this->link();
        if ($link->state === Link::PENDING && $this->parts->service->remove($link)->isPassing()) {
            return $this->refusal('service_away');
        }
        $this->module->forget($link);

        return ['reload' => true];
    }

    /** The shop has moved: what the browser sends to the service, so that PHP is free to answer it. */
    public function prepareMove(): array
    {
        $link = $this->link();
        if (!$link->canMove(Shop::address($this->shop))) {
            return ['reload' => true];
        }

        return ['url' => Service::moveUrl($link), 'body' => $this->moveBody($link), 'widgetToken' => $link->widgetToken];
    }

    /** The same call from here, for a browser that may not make it. */
    public function move(): array
    {
        $link = $this->link();
        if (!$link->canMove(Shop::address($this->shop))) {
            return ['reload' => true];
        }

        return $this->tookMove($link, $this->parts->service->move($link, $this->moveBody($link)));
    }

    /** What the service answered the browser. */
    public function moved(): array
    {
        $body = (string) Tools::getValue('body');

        return $this->tookMove($this->link(), new Response((int) Tools::getValue('status'), substr($body, 0, 65536)));
    }

    /** This copy becomes a shop of its own. The service hears nothing: the link is the original's. */
    public function separate(): array
    {
        $this->module->forget($this->link());
        $this->module->newInstallation();

        return ['reload' => true];
    }

    /** Forgets a link that the service does not know any more. */
    public function again(): array
    {
        $link = $this->link();
        $response = $this->parts->service->status($link);
        if ($response->status !== 401 && $response->status !== 404) {
            return $this->refusal('service_away');
        }
        $this->module->forget($link);

        return ['reload' => true];
    }

    public function webservice(): array
    {
        $this->switchWebserviceOn();

        return ['reload' => true];
    }

    private function link(): Link
    {
        $link = $this->parts->links->ofShop($this->shop) ?? new Link();
        $link->shop = $this->shop;

        return $link;
    }

    private function body(Link $link, string $token): string
    {
        return Linking::body($link, Shop::key($link->account), $token, $this->module->identity());
    }

    private function moveBody(Link $link): string
    {
        $moved = clone $link;
        $moved->baseUrl = Shop::address($this->shop);

        return $this->body($moved, '');
    }

    private function tookMove(Link $link, Response $response): array
    {
        $address = Shop::address($this->shop);
        if (!$link->canMove($address) || (new Linking($this->parts->links, $this->parts->log))->moved($link, $address, $response)) {
            return ['reload' => true];
        }
        if (in_array($response->status, [401, 403], true)) {
            return $this->refusal('link_gone');
        }
        if ($response->status === 409) {
            return $this->refusal('linked_twice');
        }
        $link->baseUrl = $address;

        return $this->took($link, $response, '');
    }

    private function took(Link $link, Response $response, string $token): array
    {
        if ((new Linking($this->parts->links, $this->parts->log))->accept($link, $response)) {
            return ['reload' => true];
        }
        if ($response->status === 422 && $response->problem() === 'verification-failed') {
            return $this->whyNotVerified($link, $response);
        }
        if ($response->status === 422 && $response->problem() === 'invalid-connection-token' && $token !== '') {
            return $this->refusal('token');
        }
        if ($response->status === 422 && $response->problem() === 'validation-failed') {
            return $this->refusal(ShopCheck::wrong($link->baseUrl) ?: 'service_other');
        }
        if ($response->status === 429) {
            return $this->refusal('busy');
        }

        return $this->refusal($response->isPassing() ? 'service_away' : 'service_other');
    }

    /** The service tells a reason to those who were invited; for the others the module looks by itself. */
    private function whyNotVerified(Link $link, Response $response): array
    {
        if ($response->text('reason') !== '') {
            return $this->refusal($response->text('reason'), $response->text('location_origin'));
        }
        $seen = (new ShopCheck($this->parts->http))->look($link->baseUrl, Shop::key($link->account));

        return $this->refusal($seen['reason'] ?: 'other', $seen['detail']);
    }

    /** What the owner wanted while the service was away. */
    private function follow(Link $link, string $status): void
    {
        if ($link->wanted !== 'active' || $status === '') {
            return;
        }
        if ($status === 'disconnected' || $status === 'error') {
            (new Lifecycle($this->parts->service, $this->parts->links))->reconnect($link);
        } else {
            $link->wanted = '';
            $this->parts->links->save($link);
        }
    }

    private function switchWebserviceOn(): void
    {
        Shop::switchWebservice($this->shop, true);
        Page::keepWebservice($this->shop);
    }

    private function refusal(string $reason, string $detail = ''): array
    {
        return ['error' => $this->texts->reason($reason, $detail)];
    }
}
