<?php

/** The list of changes, which the service reads instead of every list of the shop. */

use ServiceConnector\ChangesAnswer;
use ServiceConnector\Guard;
use ServiceConnector\Hooks;
use ServiceConnector\Link;
use ServiceConnector\Linking;
use ServiceConnector\Parts;
use ServiceConnector\Shop as LinkedShop;

class ServiceConnectorChangesModuleFrontController extends ModuleFrontController
{
    /** Answers before the platform prepares a page for a visitor: no theme, no cart, no maintenance page. */
    public function init()
    {
        $this->context->cookie->disallowWriting();
        list($status, $answer) = Guard::run(function () {
            return $this->changes(new Parts(), (int) $this->context->shop->id);
        }) ?? [500, ['error' => 'The list of changes failed.']];
        if (ob_get_length()) {
            ob_clean();
        }
        http_response_code($status);
        header('Content-Type: application/json');
        header('Cache-Control: no-store');
        header('X-Robots-Tag: noindex');
        echo json_encode($answer);
        exit;
    }

    /** @return array{0: int, 1: array<string, mixed>} */
    private function changes(Parts $parts, int $shop): array
    {
        $link = $parts->links->ofShop($shop);
        $key = $link && $link->isMade() ? LinkedShop::key($link->account) : '';
        if ($key === '' || !hash_equals($key, (string) ($_SERVER['HTTP_X_SERVICE_CONNECTOR_KEY'] ?? ''))) {
            return [401, ['error' => 'The key of this link is required.']];
        }
        if (!$link->isHome(LinkedShop::address($shop))) {
            return [409, ['error' => 'This shop has another address than when it was linked.']];
        }
        Hooks::restore($this->module, $parts, $shop);
        $since = Tools::getValue('since', '');
        $limit = Tools::getValue('limit', '');
        $answer = is_string($since) && is_string($limit) ? ChangesAnswer::of($parts->log, $link, $since, $limit, $this->module->version) : null;
        if ($answer === null) {
            return [400, ['error' => 'since and limit are numbers.']];
        }
        $this->learn($parts, $link, $since, $answer);

        return [200, $answer];
    }

    /** Only the service of an active link reads this list, and it knows of what came before the position that it names. */
    private function learn(Parts $parts, Link $link, string $since, array $answer): void
    {
        if ($link->state === Link::PENDING) {
            (new Linking($parts->links, $parts->log))->finish($link);
        }
        if ($since !== '' && $answer['complete']) {
            $link->hinted = (string) max((int) $link->hinted, min((int) $since, $answer['position']));
            $parts->links->saveHints($link);
        }
    }
}
