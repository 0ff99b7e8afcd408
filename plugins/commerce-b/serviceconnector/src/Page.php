<?php

namespace ServiceConnector;

use Configuration;
use Context;
use Module;
use Tools;

/** The configuration page of one shop: what it shows, and what its buttons do. */
final class Page
{
    /** Shops whose webservice this module switched on. */
    public const WEBSERVICE = 'SERVICECONNECTOR_WEBSERVICE';

    /** @var \ServiceConnector */
    private $module;
    /** @var Context */
    private $context;
    /** @var Parts */
    private $parts;
    /** @var Texts */
    private $texts;
    /** @var int 0: several shops are chosen */
    private $shop;

    public function __construct(\ServiceConnector $module, Context $context)
    {
        $this->module = $module;
        $this->context = $context;
        $this->parts = new Parts();
        $this->texts = new Texts($module);
        $isOne = !\Shop::isFeatureActive() || \Shop::getContext() === \Shop::CONTEXT_SHOP;
        $this->shop = $isOne ? (int) $context->shop->id : 0;
    }

    /** @return string HTML. A button's call ends with its answer. */
    public function respond(): string
    {
        if (Tools::getIsset('serviceconnector_action')) {
            $this->answer($this->act((string) Tools::getValue('serviceconnector_action')));
        }
        $this->parts->leave();
        $path = $this->module->getPathUri();
        $this->context->controller->addCSS($path . 'views/css/configure.css');
        $this->context->controller->addJS($path . 'views/js/configure.js');
        $this->context->smarty->assign('sc', ($this->shop === 0 ? $this->overview() : $this->view()) + ['leaving' => count($this->parts->links->leaving())]);

        return $this->module->display(_PS_MODULE_DIR_ . 'serviceconnector/serviceconnector.php', 'views/templates/admin/configure.tpl');
    }

    /** The state, in words for the template and as data for its script. */
    private function view(): array
    {
        $link = $this->parts->links->ofShop($this->shop) ?? new Link();
        if ($link->isMade()) {
            Hooks::restore($this->module, $this->parts, $this->shop);
        }
        $address = Shop::address($this->shop);
        $text = $this->texts->page();
        $isHome = $link->isHome($address);
        $kind = !$isHome && ($link->isMade() || $link->connectionId !== '') ? 'clone' : $link->state;
        $preset = self::preset();
        $wrong = ShopCheck::wrong($address);

        return [
            'kind' => $kind,
            'text' => $text,
            'address' => $address,
            'linkedAddress' => $link->baseUrl,
            'service' => $preset ?: $link->service,
            'isPreset' => $preset !== '',
            'hasWebservice' => Shop::hasWebservice($this->shop),
            'hasKey' => $link->account > 0 && Shop::key($link->account) !== '',
            'token' => $link->connectionToken,
            'canMove' => $link->canMove($address),
            'warning' => $wrong === '' ? '' : $this->texts->reason($wrong),
            'data' => json_encode([
                'kind' => $kind,
                'url' => $this->context->link->getAdminLink('AdminModules', true, [], ['configure' => $this->module->name]),
                'token' => $this->token(),
                'expiresAt' => $link->tokenExpiresAt,
                'service' => $link->service,
                'hasWebservice' => Shop::hasWebservice($this->shop),
                'widgetToken' => $kind === Link::LINKED ? $link->widgetToken : '',
                'locale' => (string) $this->context->language->iso_code,
                'text' => $text,
            ], JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT),
        ];
    }

    /** Of a multistore while several shops are chosen. */
    private function overview(): array
    {
        $text = $this->texts->page();
        $labels = [Link::LINKED => $text['linked'], Link::PENDING => $text['waiting']];
        $links = $this->parts->links->all();
        $shops = [];
        foreach (\Shop::getContextListShopID() as $id) {
            $state = isset($links[(int) $id]) ? $links[(int) $id]->state : Link::NONE;
            $shops[] = ['name' => Shop::name((int) $id), 'address' => Shop::address((int) $id), 'state' => $labels[$state] ?? $text['notLinked']];
        }

        return ['kind' => 'overview', 'text' => $text, 'shops' => $shops, 'data' => json_encode(['kind' => 'overview'])];
    }

    /** @return array<string, mixed> */
    private function act(string $action): array
    {
        if (!$this->mayAct()) {
            return $this->refusal('rights');
        }
        $actions = new PageActions($this->module, $this->parts, $this->texts, $this->shop);
        $methods = ['prepare', 'register', 'registered', 'status', 'cancel', 'prepareMove', 'move', 'moved', 'separate', 'again', 'webservice'];

        return in_array($action, $methods, true) ? $actions->$action() : $this->refusal('rights');
    }

    /** The platform has signed the employee in. Also required: a post with the employee's token, and the right to configure the module. */
    private function mayAct(): bool
    {
        return ($_SERVER['REQUEST_METHOD'] ?? '') === 'POST'
            && $this->shop > 0
            && $this->context->employee && $this->context->employee->id
            && hash_equals($this->token(), (string) Tools::getValue('serviceconnector_token'))
            && Module::getPermissionStatic((int) $this->module->id, 'configure', $this->context->employee);
    }

    private function token(): string
    {
        return (string) Tools::getAdminTokenLite('AdminModules');
    }

    private function refusal(string $reason): array
    {
        return ['error' => $this->texts->reason($reason)];
    }

    private function answer(array $answer): void
    {
        if (ob_get_length()) {
            ob_clean();
        }
        header('Content-Type: application/json');
        header('Cache-Control: no-store');
        echo json_encode($answer);
        exit;
    }

    /** @return string[] Shops whose webservice this module switched on */
    public static function webservices(): array
    {
        return array_filter(explode(',', (string) Configuration::getGlobalValue(self::WEBSERVICE)));
    }

    public static function keepWebservice(int $shop): void
    {
        self::saveWebservices(array_merge(self::webservices(), [(string) $shop]));
    }

    public static function forgetWebservice(int $shop): void
    {
        if (in_array((string) $shop, self::webservices(), true)) {
            self::saveWebservices(array_diff(self::webservices(), [(string) $shop]));
        }
    }

    /** @param string[] $shops */
    private static function saveWebservices(array $shops): void
    {
        Configuration::updateGlobalValue(self::WEBSERVICE, implode(',', array_unique($shops)));
    }

    public static function preset(): string
    {
        return ServiceAddress::of((string) require _PS_MODULE_DIR_ . 'serviceconnector/service-address.php');
    }
}
