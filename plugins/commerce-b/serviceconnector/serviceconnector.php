<?php

/**
 * Links the shop with a service that reads its customers, orders and products.
 * PrestaShop 1.7.6 to 9. PHP 7.2 syntax.
 */

if (!defined('_PS_VERSION_')) {
    exit;
}

require_once __DIR__ . '/src/autoload.php';

use ServiceConnector\ChangeLog;
use ServiceConnector\Erasures;
use ServiceConnector\Guard;
use ServiceConnector\Lifecycle;
use ServiceConnector\Link;
use ServiceConnector\Links;
use ServiceConnector\Page;
use ServiceConnector\Parts;
use ServiceConnector\Persons;
use ServiceConnector\Shop as LinkedShop;
use ServiceConnector\ShopDatabase;
use ServiceConnector\ShopHooks;
use ServiceConnector\Texts;

class ServiceConnector extends Module
{
    use ShopHooks;

    /** What a copy of the shop has in common with the original. */
    private const INSTALLATION = 'SERVICECONNECTOR_INSTALLATION';
    /** Names of hooks that the platform did not know before. */
    private const NEW_HOOKS = 'SERVICECONNECTOR_NEW_HOOKS';

    public function __construct()
    {
        $this->name = 'serviceconnector';
        $this->tab = 'others';
        $this->version = '0.1.0';
        $this->author = 'Service connector';
        $this->need_instance = 0;
        $this->bootstrap = true;
        $this->ps_versions_compliancy = ['min' => '1.7.6.0', 'max' => '9.99.99'];
        parent::__construct();
        $this->displayName = $this->l('Service connector');
        $this->description = $this->l('Links this shop with another system in two minutes: customers, orders and products stay in step.');
    }

    public function install()
    {
        // First: the platform enables a module while it installs it, which looks for links.
        $database = new ShopDatabase();
        Links::install($database);
        ChangeLog::install($database);
        Erasures::install($database);
        if (!parent::install()) {
            return false;
        }
        $known = array_column(Db::getInstance()->executeS('SELECT name FROM ' . _DB_PREFIX_ . 'hook', true, false), 'name');
        $new = array_udiff(self::hookNames(), $known, 'strcasecmp');
        Configuration::updateGlobalValue(self::NEW_HOOKS, implode(',', $new));
        $this->newInstallation();

        return $this->registerHook(self::hookNames());
    }

    /** Removed at the service, too. The service's answer decides, unless the owner insists. */
    public function uninstall()
    {
        $parts = new Parts();
        $lifecycle = new Lifecycle($parts->service, $parts->links);
        $links = $parts->links->all();
        foreach ($links as $link) {
            $isOurs = $link->state === Link::LEAVING || $link->isHome(LinkedShop::address($link->shop));
            if ($isOurs && !$lifecycle->remove($link, time())) {
                PrestaShopLogger::addLog('serviceconnector: the service does not answer, its copy of shop ' . $link->shop . ' remains', 2, null, 'Module', null, true);
                // After `false` PrestaShop 8 deletes the folder all the same, if it was asked to, and leaves the rest of the module.
                throw new PrestaShopException((new Texts($this))->uninstallLater());
            }
        }
        foreach ($links as $link) {
            $this->forget($link);
        }
        if (!parent::uninstall()) {
            return false;
        }
        foreach (['link', 'change', 'erasure'] as $table) {
            Db::getInstance()->execute('DROP TABLE IF EXISTS ' . _DB_PREFIX_ . 'serviceconnector_' . $table);
        }
        $this->removeNewHooks();
        foreach ([self::INSTALLATION, self::NEW_HOOKS, Page::WEBSERVICE] as $name) {
            Configuration::deleteByName($name);
        }

        return true;
    }

    /** Keeps the links: what the platform offers as a reset that keeps data. */
    public function reset()
    {
        return $this->registerHook(self::hookNames());
    }

    public function disable($force_all = false)
    {
        foreach ($this->linksInContext($force_all) as $link) {
            Guard::run(function () use ($link) {
                $parts = new Parts();
                (new Lifecycle($parts->service, $parts->links))->disconnect($link);
                LinkedShop::switchKey($link->account, false);
            });
        }

        return parent::disable($force_all);
    }

    public function enable($force_all = false)
    {
        $isEnabled = parent::enable($force_all);
        Guard::run(function () {
            (new Parts())->log->beginAgain();
        });
        foreach ($isEnabled ? $this->linksInContext($force_all) : [] as $link) {
            if ($link->wanted === 'disconnected') {
                Guard::run(function () use ($link) {
                    $parts = new Parts();
                    LinkedShop::switchKey($link->account, true);
                    (new Lifecycle($parts->service, $parts->links))->reconnect($link);
                });
            }
        }

        return $isEnabled;
    }

    public function getContent()
    {
        return (new Page($this, $this->context))->respond();
    }

    /** @return array<string, string> What the module tells the service about itself. */
    public function identity(): array
    {
        return [
            'name' => $this->name,
            'version' => $this->version,
            'platform_version' => _PS_VERSION_,
            'php_version' => PHP_VERSION,
            'installation_id' => (string) Configuration::getGlobalValue(self::INSTALLATION),
        ];
    }

    public function newInstallation(): void
    {
        $hex = bin2hex(random_bytes(16));
        $hex[12] = '4';
        $hex[16] = dechex(8 + hexdec($hex[16]) % 4);
        $id = implode('-', [substr($hex, 0, 8), substr($hex, 8, 4), substr($hex, 12, 4), substr($hex, 16, 4), substr($hex, 20)]);
        Configuration::updateGlobalValue(self::INSTALLATION, $id);
    }

    /** Removes what the shop keeps of a link. */
    public function forget(Link $link): void
    {
        $parts = new Parts();
        $this->forgetKey($link, $parts);
        $parts->links->remove($link);
        // As the module found it, unless others use the webservice since.
        if (LinkedShop::countKeys() === 0) {
            foreach (Page::webservices() as $shop) {
                LinkedShop::switchWebservice((int) $shop, false);
            }
            Configuration::deleteByName(Page::WEBSERVICE);
        }
    }

    /** A shop of several is deleted: its link ends on both sides. A copy of the installation only forgets it. */
    public function hookActionObjectShopDeleteAfter($params)
    {
        Guard::run(function () use ($params) {
            $parts = new Parts();
            $shop = $params['object'] ?? null;
            $link = $shop instanceof Shop ? $parts->links->ofShop((int) $shop->id) : null;
            if (!$link) {
                return;
            }
            $this->forgetKey($link, $parts);
            LinkedShop::forgetWebservice($link->shop);
            Page::forgetWebservice($link->shop);
            if ($link->isHome(LinkedShop::addressOf($shop))) {
                (new Lifecycle($parts->service, $parts->links))->leave($link, time());
            } else {
                $parts->links->remove($link);
            }
        });
    }

    public function hookActionCronJob($params)
    {
        Guard::run(function () {
            $parts = new Parts();
            $parts->leave();
            foreach ($parts->links->all() as $link) {
                $parts->catchUp($link, 20);
            }
        });
    }

    /** When the platform's cron calls: every hour. */
    public function getCronFrequency()
    {
        return ['hour' => -1, 'day' => -1, 'month' => -1, 'day_of_week' => -1];
    }

    /** The shop erases a customer: so does the service. */
    public function hookActionDeleteGDPRCustomer($params)
    {
        return json_encode(Guard::run(function () use ($params) {
            return (new Persons(new Parts(), new Texts($this)))->erase((string) ($params['email'] ?? ''));
        }) ?? false);
    }

    public function hookActionExportGDPRData($params)
    {
        return json_encode(Guard::run(function () use ($params) {
            return (new Persons(new Parts(), new Texts($this)))->export((string) ($params['email'] ?? ''));
        }) ?? (new Texts($this))->exportLater());
    }

    /** @return Link[] Made, of this very shop and not of one that it is a copy of */
    private function linksInContext($isForAll): array
    {
        $shops = array_map('intval', Shop::getContextListShopID());
        $links = Guard::run(function () {
            return (new Links(new ShopDatabase()))->all();
        });

        return array_filter($links ?? [], function (Link $link) use ($shops, $isForAll) {
            return $link->isMade() && ($isForAll || in_array($link->shop, $shops, true)) && $link->isHome(LinkedShop::address($link->shop));
        });
    }

    /** What lets the service read, and what waits for it. */
    private function forgetKey(Link $link, Parts $parts): void
    {
        LinkedShop::removeKey($link->account);
        $parts->erasures->forget($link->shop);
    }

    private function removeNewHooks(): void
    {
        $names = array_filter(explode(',', (string) Configuration::getGlobalValue(self::NEW_HOOKS)));
        if ($names !== []) {
            Db::getInstance()->execute('DELETE FROM ' . _DB_PREFIX_ . "hook WHERE name IN ('" . implode("', '", array_map('pSQL', $names)) . "')"
                . ' AND id_hook NOT IN (SELECT id_hook FROM ' . _DB_PREFIX_ . 'hook_module)');
        }
    }
}
