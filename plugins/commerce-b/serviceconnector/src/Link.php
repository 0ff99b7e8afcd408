<?php

namespace ServiceConnector;

/** The link of one shop with the service: a row of the module's table. */
final class Link
{
    /** Being made: a key and a secret exist. */
    public const NONE = 'none';
    /** Waits for the connection token to be used. */
    public const PENDING = 'pending';
    public const LINKED = 'linked';
    /** Its shop was deleted, and the service does not know yet. */
    public const LEAVING = 'leaving';

    /** Members by column. */
    public const COLUMNS = [
        'id_shop' => 'shop',
        'state' => 'state',
        'service' => 'service',
        'base_url' => 'baseUrl',
        'connection_id' => 'connectionId',
        'widget_token' => 'widgetToken',
        'connection_token' => 'connectionToken',
        'token_expires_at' => 'tokenExpiresAt',
        'webhook_secret' => 'webhookSecret',
        'id_webservice_account' => 'account',
        'wanted' => 'wanted',
        'logged_from' => 'loggedFrom',
        'hinted' => 'hinted',
        'retry_at' => 'retryAt',
        'failures' => 'failures',
        'problem' => 'problem',
        'uninstall_tried_at' => 'uninstallTriedAt',
    ];

    /** @var int */
    public $shop = 0;
    /** @var string */
    public $state = self::NONE;
    /** @var string Address of the service */
    public $service = '';
    /** @var string Address of the shop when it was linked. Another one now: this is a copy, or the shop has moved. */
    public $baseUrl = '';
    /** @var string */
    public $connectionId = '';
    /** @var string */
    public $widgetToken = '';
    /** @var string Shown while pending */
    public $connectionToken = '';
    /** @var string */
    public $tokenExpiresAt = '';
    /** @var string */
    public $webhookSecret = '';
    /** @var int The key of the webservice */
    public $account = 0;
    /** @var string 'disconnected' while the module is disabled, 'active' until the service has taken the link up again */
    public $wanted = '';
    /** @var string Position in the log where the link began to be made: the service has read the shop after it */
    public $loggedFrom = '0';
    /** @var string Position in the log up to which the service knows of the changes */
    public $hinted = '0';
    /** @var int No hint, and no try to leave, before this second */
    public $retryAt = 0;
    /** @var int How often that failed in a row */
    public $failures = 0;
    /** @var string Why hints do not arrive: unreachable, refused or dropped */
    public $problem = '';
    /** @var int When the service last could not be told of an uninstallation */
    public $uninstallTriedAt = 0;

    /** @param array<string, mixed> $row */
    public static function fromRow(array $row): self
    {
        $link = new self();
        foreach (self::COLUMNS as $column => $member) {
            $link->$member = is_int($link->$member) ? (int) $row[$column] : (string) $row[$column];
        }

        return $link;
    }

    public function isMade(): bool
    {
        return $this->state === self::PENDING || $this->state === self::LINKED;
    }

    /** Whether changes are kept for it: from before the service takes the link. */
    public function isLogged(): bool
    {
        return $this->loggedFrom !== '0' && $this->state !== self::LEAVING;
    }

    /** Whether the shop at this address is the one that was linked. http and https are one shop. */
    public function isHome(string $address): bool
    {
        return $this->baseUrl === '' || self::place($address) === self::place($this->baseUrl);
    }

    /** Whether this shop may take the link along. For a link that no company has used yet, the owner links again. */
    public function canMove(string $address): bool
    {
        return $this->state === self::LINKED && $address !== '' && !$this->isHome($address);
    }

    private static function place(string $address): string
    {
        return rtrim((string) preg_replace('#^https?://#', '', strtolower($address)), '/');
    }
}
