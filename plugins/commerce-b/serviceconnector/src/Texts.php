<?php

namespace ServiceConnector;

/**
 * Every text of the configuration page, in words of a shop's owner. The platform finds them here as arguments of `l`, and
 * their translations in translations/.
 */
final class Texts
{
    /** @var \Module */
    private $module;

    public function __construct(\Module $module)
    {
        $this->module = $module;
    }

    /** @return array<string, string> For the template and its script */
    public function page(): array
    {
        $m = $this->module;

        return array_map('html_entity_decode', [
            'title' => $m->l('Service connector', 'texts'),
            'intro' => $m->l('Links this shop with another system, which reads its customers, orders and products. Nothing in the shop is changed, and your customers see nothing of it.', 'texts'),
            'chooseShop' => $m->l('Choose one shop at the top of this page. Each shop is linked by itself.', 'texts'),
            'linked' => $m->l('Linked', 'texts'),
            'waiting' => $m->l('Waiting for the other system', 'texts'),
            'notLinked' => $m->l('Not linked', 'texts'),
            'thisShop' => $m->l('Address of this shop', 'texts'),
            'serviceAddress' => $m->l('Address of the service', 'texts'),
            'serviceHint' => $m->l('The other system tells you this address. It begins with https.', 'texts'),
            'webserviceAsk' => $m->l('The webservice of this shop is switched off. The service reads the shop through it, with a key of its own that can change nothing.', 'texts'),
            'switchAndConnect' => $m->l('Switch it on and connect', 'texts'),
            'switchAndGetToken' => $m->l('Switch it on and get a token', 'texts'),
            'pasteTitle' => $m->l('I have a connection token', 'texts'),
            'pasteHint' => $m->l('Paste the token that the other system shows you. It begins with scc_.', 'texts'),
            'token' => $m->l('Connection token', 'texts'),
            'connect' => $m->l('Connect', 'texts'),
            'startTitle' => $m->l('I have no token yet', 'texts'),
            'startHint' => $m->l('Get a token here and paste it into the other system.', 'texts'),
            'getToken' => $m->l('Get a token', 'texts'),
            'connecting' => $m->l('Connecting. The service is looking at your shop, which takes up to 20 seconds.', 'texts'),
            'pendingHint' => $m->l('Paste this token into the other system. This page notices when it has been used.', 'texts'),
            'copy' => $m->l('Copy', 'texts'),
            'copied' => $m->l('Copied', 'texts'),
            'validUntil' => $m->l('Valid until', 'texts'),
            'expired' => $m->l('This token has expired.', 'texts'),
            'newToken' => $m->l('Get a new token', 'texts'),
            'cancel' => $m->l('Cancel', 'texts'),
            'cloneTitle' => $m->l('This shop has another address than when it was linked', 'texts'),
            'cloneHint' => $m->l('If this is a copy, for example for tests, nothing is wrong: it sends nothing, and the original stays linked. Otherwise choose.', 'texts'),
            'linkedAs' => $m->l('Linked as', 'texts'),
            'addressNow' => $m->l('Address now', 'texts'),
            'moved' => $m->l('This shop has moved', 'texts'),
            'movedHint' => $m->l('The original is no longer used. The link moves with the shop, and the other system keeps all it knows of it.', 'texts'),
            'newShop' => $m->l('Link as a new shop', 'texts'),
            'newShopHint' => $m->l('The original stays linked. This copy forgets its link and gets one of its own.', 'texts'),
            'gone' => $m->l('The service does not know this link any more. It was removed in the other system, or the service was reset.', 'texts'),
            'startAnew' => $m->l('Link again', 'texts'),
            'keyGone' => $m->l('The key of this link is missing or switched off in the webservice of this shop, so the service cannot read. Switch the key on, or disconnect and remove the link below and link again.', 'texts'),
            'webserviceOff' => $m->l('The webservice of this shop is switched off, so the service cannot read.', 'texts'),
            'switchOn' => $m->l('Switch it on', 'texts'),
            'widgetMissing' => $m->l('The settings cannot be shown: your browser does not reach the service. The link itself does not depend on it.', 'texts'),
            'statusUnknown' => $m->l('The service does not answer at the moment.', 'texts'),
            'lastSync' => $m->l('Last sync', 'texts'),
            'neverSynced' => $m->l('Not yet', 'texts'),
            'syncing' => $m->l('Running', 'texts'),
            'changes' => $m->l('Changes', 'texts'),
            'changesNone' => $m->l('The service knows of every change.', 'texts'),
            'changesWaiting' => $m->l('Changes that the service does not know yet:', 'texts'),
            'hintUnreachable' => $m->l('The service could not be reached. The changes are sent later, and nothing is lost.', 'texts'),
            'hintRefused' => $m->l('The service refused the message of this shop. If the state above is not good, link again.', 'texts'),
            'hintDropped' => $m->l('The service did not take one message. It learns of these changes with its next look at the shop.', 'texts'),
            'sendNow' => $m->l('Send now', 'texts'),
            'erasures' => $m->l('Customers whose data the service has still to erase:', 'texts'),
            'leaving' => $m->l('Links of deleted shops that the service has still to remove:', 'texts'),
            'working' => $m->l('One moment', 'texts'),
            'failed' => $m->l('This did not work. Reload the page and try again.', 'texts'),
        ]);
    }

    /** What is wrong with the shop, for the reasons of the service and of the module's own look. */
    public function reason(string $reason, string $detail = ''): string
    {
        $m = $this->module;
        $texts = [
            'redirected' => $m->l('Your shop sends visitors of this address on to another one. Make the other one the main address of the shop: Shop parameters, Traffic & SEO.', 'texts'),
            'tls' => $m->l('The secure connection to your shop fails: its certificate has expired, or belongs to another name. Your host can renew it.', 'texts'),
            'unreachable' => $m->l('Your shop does not answer from outside, or with an error of its own. Look whether it is online and not protected by a password.', 'texts'),
            'not_found' => $m->l('The webservice is not at the address of your shop. Open Shop parameters, Traffic & SEO, and save once: this writes the rules of the web server anew.', 'texts'),
            'not_this_platform' => $m->l('Something else than the webservice answers at the address of your shop, for example a firewall or a page for visitors.', 'texts'),
            'other_platform' => $m->l('This token is for shops of another platform. Get one for your platform in the other system.', 'texts'),
            'refused' => $m->l('Your shop refuses the key. Often the host removes the Authorization header: ask it to pass this header on to PHP.', 'texts'),
            'webservice_off' => $m->l('The webservice of your shop is switched off, or the shop is closed.', 'texts'),
            'slow' => $m->l('Your shop did not answer in time. Try again; if it stays so, ask your host whether PHP can handle several requests at once.', 'texts'),
            'private' => $m->l('The address of your shop leads to this computer or its own network. The service can read only shops that the internet reaches.', 'texts'),
            'http' => $m->l('Your shop has no secure address. Switch on SSL: Shop parameters, General.', 'texts'),
            'token' => $m->l('This token is not valid: it was used or has expired, or was made for another purpose. Get a new one in the other system.', 'texts'),
            'token_form' => $m->l('This is no connection token. It begins with scc_; copy it again.', 'texts'),
            'link_gone' => $m->l('The service does not know this link any more, or a newer one has replaced it. Choose to link as a new shop.', 'texts'),
            'linked_twice' => $m->l('The connected company has linked a shop at this address already. Remove that link there first, or choose to link as a new shop.', 'texts'),
            'busy' => $m->l('Too many attempts. Wait a minute and try again.', 'texts'),
            'service_away' => $m->l('The service does not answer. Look at its address, and try again in a few minutes.', 'texts'),
            'service_address' => $m->l('This is no address of a service. It begins with https://.', 'texts'),
            'service_other' => $m->l('The service did not accept the shop. Look at the address of the service.', 'texts'),
            'webservice_consent' => $m->l('The service can read this shop only when its webservice is switched on.', 'texts'),
            'no_address' => $m->l('This shop has no address yet: Shop parameters, Traffic & SEO.', 'texts'),
            'rights' => $m->l('You may not configure this module, or this page is too old. Reload it.', 'texts'),
            'other' => $m->l('The service could not read your shop. Its address must be public, begin with https, and not be protected.', 'texts'),
        ];
        // `l` writes for HTML; the page escapes by itself.
        $text = html_entity_decode($texts[$reason] ?? $texts['other']);

        return $detail === '' ? $text : "$text ($detail)";
    }

    public function uninstallLater(): string
    {
        return $this->module->l('The service does not answer, so what it has copied of this shop cannot be removed there now. Try again later. If you uninstall a second time within an hour, the module goes without it; then remove the shop in the other system.', 'texts');
    }

    /** State of a connection, as the service names it. */
    public function status(string $status): string
    {
        $m = $this->module;
        $texts = [
            'active' => $m->l('Linked and working', 'texts'),
            'pending' => $m->l('Waiting for the other system', 'texts'),
            'error' => $m->l('Linked, but the service cannot read this shop', 'texts'),
            'disconnected' => $m->l('Paused: nothing is read', 'texts'),
            'inactive' => $m->l('Replaced by a newer link of this shop', 'texts'),
        ];

        return $texts[$status] ?? '';
    }

    public function exportLater(): string
    {
        return $this->module->l('The service could not be asked for its copy. Export again later.', 'texts');
    }

    public function erasureFull(): string
    {
        return $this->module->l('Too many erasures wait for the service. Open the page of the module.', 'texts');
    }
}
