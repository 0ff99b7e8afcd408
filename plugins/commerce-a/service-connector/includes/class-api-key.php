<?php
/**
 * The key that lets the service read the shop.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * WooCommerce has no function that makes a key, so this writes the row that its settings page writes.
 */
final class Api_Key {

	/**
	 * @param int $user_id Who may manage WooCommerce.
	 * @return array|null `key_id`, `consumer_key` and `consumer_secret`; null when the database refused.
	 */
	public static function create( int $user_id ): ?array {
		global $wpdb;
		$key    = 'ck_' . wc_rand_hash();
		$secret = 'cs_' . wc_rand_hash();
		$done   = $wpdb->insert( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prefix . 'woocommerce_api_keys',
			array(
				'user_id'         => $user_id,
				'description'     => 'Service Connector',
				'permissions'     => 'read',
				'consumer_key'    => wc_api_hash( $key ),
				'consumer_secret' => $secret,
				'truncated_key'   => substr( $key, -7 ),
			),
			array( '%d', '%s', '%s', '%s', '%s', '%s' )
		);
		return $done ? array(
			'key_id'          => (int) $wpdb->insert_id,
			'consumer_key'    => $key,
			'consumer_secret' => $secret,
		) : null;
	}

	/**
	 * @param int $key_id Of the row.
	 */
	public static function revoke( int $key_id ): void {
		global $wpdb;
		$wpdb->delete( $wpdb->prefix . 'woocommerce_api_keys', array( 'key_id' => $key_id ), array( '%d' ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	}

	/**
	 * The key dies with its user, and with the user's rights: another user who may manage WooCommerce takes it over.
	 *
	 * @param array $link The link.
	 * @return string Empty; `revoked` when an owner deleted the key or made it write-only, `no_owner` when there is no such user.
	 */
	public static function mend( array $link ): string {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$row = $wpdb->get_row( $wpdb->prepare( "SELECT user_id, permissions FROM {$wpdb->prefix}woocommerce_api_keys WHERE key_id = %d", $link['key_id'] ) );
		if ( null === $row || 'write' === $row->permissions ) {
			return 'revoked';
		}
		if ( self::may_own( (int) $row->user_id ) ) {
			return '';
		}
		return self::give_away( $link, 0 ) ? '' : 'no_owner';
	}

	/**
	 * WooCommerce deletes a user's keys with the user: before that, another user gets this one.
	 *
	 * @param int $user_id Of the user who is about to be deleted.
	 */
	public static function owner_leaves( int $user_id ): void {
		global $wpdb;
		$link = Link::usable();
		if ( null === $link ) {
			return;
		}
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$owner = $wpdb->get_var( $wpdb->prepare( "SELECT user_id FROM {$wpdb->prefix}woocommerce_api_keys WHERE key_id = %d", $link['key_id'] ) );
		if ( null !== $owner && (int) $owner === $user_id ) {
			self::give_away( $link, $user_id );
		}
	}

	/**
	 * @param array $link   The link.
	 * @param int   $except Of a user who cannot own it; 0: none.
	 */
	private static function give_away( array $link, int $except ): bool {
		global $wpdb;
		$user_id = self::other_owner( $except );
		if ( 0 === $user_id ) {
			return false;
		}
		$wpdb->update( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prefix . 'woocommerce_api_keys',
			array( 'user_id' => $user_id ),
			array( 'key_id' => $link['key_id'] ),
			array( '%d' ),
			array( '%d' )
		);
		Link::change( array( 'user_id' => $user_id ) );
		return true;
	}

	/**
	 * @param int $user_id Of a user, who may be gone.
	 */
	private static function may_own( int $user_id ): bool {
		return false !== get_userdata( $user_id ) && user_can( $user_id, Plugin::CAPABILITY );
	}

	/**
	 * The oldest user who may; 0 when there is none.
	 *
	 * @param int $except Of a user who may not.
	 */
	private static function other_owner( int $except ): int {
		$users = get_users(
			array(
				'role__in' => array( 'administrator', 'shop_manager' ),
				'orderby'  => 'ID',
				'number'   => 20,
				'fields'   => 'ID',
				'exclude'  => array( $except ),
			)
		);
		foreach ( $users as $user_id ) {
			if ( self::may_own( (int) $user_id ) ) {
				return (int) $user_id;
			}
		}
		return 0;
	}
}
