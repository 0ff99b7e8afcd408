<?php

namespace ServiceConnector;

use Configuration;
use Db;
use Shop as PlatformShop;
use Tools;
use WebserviceKey;

/** What the module asks of the platform. */
final class Shop
{
    /** What the service reads. */
    public const RESOURCES = [
        'shops', 'customers', 'orders', 'products', 'currencies', 'addresses', 'configurations', 'order_states', 'countries', 'states',
        'categories', 'languages', 'order_slip', 'tags',
    ];

    /** Address of a shop that does not redirect, without a slash at the end. '': the shop has none. */
    public static function address(int $id): string
    {
        return self::addressOf(new PlatformShop($id));
    }

    /** The same of a shop that may be deleted. */
    public static function addressOf(PlatformShop $shop): string
    {
        $isSecure = (bool) Configuration::get('PS_SSL_ENABLED', null, null, (int) $shop->id);
        $domain = $isSecure ? $shop->domain_ssl : $shop->domain;

        return $domain ? rtrim(($isSecure ? 'https://' : 'http://') . $domain . $shop->getBaseURI(), '/') : '';
    }

    public static function name(int $id): string
    {
        return (string) (new PlatformShop($id))->name;
    }

    public static function hasWebservice(int $id): bool
    {
        return (bool) Configuration::get('PS_WEBSERVICE', null, null, $id);
    }

    public static function switchWebservice(int $id, bool $isOn): void
    {
        Configuration::updateValue('PS_WEBSERVICE', (int) $isOn, false, null, $id);
        // The web server's rules for /api are there only while the webservice is on.
        if (method_exists('Tools', 'generateHtaccess') && file_exists(_PS_ROOT_DIR_ . '/.htaccess') && is_writable(_PS_ROOT_DIR_ . '/.htaccess')) {
            Tools::generateHtaccess();
        }
    }

    /** What a deleted shop leaves of the above. */
    public static function forgetWebservice(int $id): void
    {
        Db::getInstance()->delete('configuration', "name = 'PS_WEBSERVICE' AND id_shop = $id");
    }

    /** Makes a key that may read what the service reads, in this shop alone, and returns its id. */
    public static function makeKey(int $id, string $description): int
    {
        $key = new WebserviceKey();
        $key->key = strtoupper(bin2hex(random_bytes(16)));
        $key->description = $description;
        $key->active = true;
        if (!$key->add()) {
            throw new \RuntimeException('The shop did not take a key of its webservice.');
        }
        $key->associateTo([$id]);
        WebserviceKey::setPermissionForAccount((int) $key->id, array_fill_keys(self::RESOURCES, ['GET' => 1]));

        return (int) $key->id;
    }

    /** The key of a link. '': it is gone, or an employee switched it off. */
    public static function key(int $account): string
    {
        $key = new WebserviceKey($account);

        return $key->id && $key->active ? (string) $key->key : '';
    }

    public static function switchKey(int $account, bool $isOn): void
    {
        $key = new WebserviceKey($account);
        if ($key->id) {
            $key->active = $isOn;
            $key->update();
        }
    }

    /** What belongs to the key goes, too, when the key itself is gone: the platform keeps some of it. */
    public static function removeKey(int $account): void
    {
        WebserviceKey::setPermissionForAccount($account, []);
        // First: in a multistore the platform keeps a key that shops outside of the chosen ones have.
        Db::getInstance()->delete('webservice_account_shop', 'id_webservice_account = ' . $account);
        $key = new WebserviceKey($account);
        if ($key->id) {
            $key->delete();
        }
    }

    public static function countKeys(): int
    {
        return (int) Db::getInstance()->getValue('SELECT COUNT(*) FROM ' . _DB_PREFIX_ . 'webservice_account', false);
    }
}
